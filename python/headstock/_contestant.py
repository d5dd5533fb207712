# SPDX-License-Identifier: MIT
"""The program that tuner-bench starts for each item. It passes the item to the judged function.

Usage: _contestant.py SOCKET FILE.wav

It does not import the package, so it starts quickly.
"""

import socket
import sys


def main() -> int:
    place, path = sys.argv[1:]
    answer = bytearray()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(place)
        connection.sendall(path.encode() + b"\n")
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(1 << 16):
            answer += part
    status, _, text = bytes(answer).partition(b"\n")
    if status != b"ok":
        sys.stderr.buffer.write(text or b"The judged function gave no answer.")
        return 1
    sys.stdout.buffer.write(text)
    return 0


sys.exit(main())
