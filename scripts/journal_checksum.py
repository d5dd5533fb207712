# SPDX-License-Identifier: MIT
"""Computes the checksum of a line of the practice journal, for scripts that write lines."""


def crc32c(data):
    """Returns CRC-32C (RFC 3720, section 12.1) as eight hexadecimal digits."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0x82F63B78 if register & 1 else 0)
    return f"{register ^ 0xFFFFFFFF:08x}"
