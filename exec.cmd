@rem For npm start on Windows: cmd.exe has no exec, and looks for commands in the current folder and on PATH alone.
@%*
