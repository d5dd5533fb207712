// SPDX-License-Identifier: MIT
print("skeleton")
