#!/bin/sh
exec python3 -B "$(dirname "$0")/../../../fake.py" uat "$@"
