"""Runs a program on a pseudo-terminal: on_terminal.py COLUMNS PROGRAM WORD... Its keys come on standard input, its screen goes to standard output."""
import fcntl, os, pty, select, struct, sys, termios

columns, program = int(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execv(program[0], program)
keys = [0]
while True:
    ready, _, _ = select.select([terminal, *keys], [], [])
    if terminal in ready:
        try:
            screen = os.read(terminal, 65536)
        except OSError:
            screen = b""
        if screen == b"":
            break
        os.write(1, screen)
    if keys and 0 in ready:
        typed = os.read(0, 4096)
        if typed == b"":
            keys = []
            os.close(terminal)
            break
        while typed != b"":
            typed = typed[os.write(terminal, typed):]
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(status if status >= 0 else 128 - status)
