@rem npm scripts run in cmd.exe on Windows, which has no exec.
@%*
