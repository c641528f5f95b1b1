/**
 * Returns what the operator types to run a command: `npm run admin -- create` in a checkout, `dewlight admin create` where the
 * package is installed. The program of the package says so in `DEWLIGHT_COMMAND`.
 */
export function commandLine(name: string, ...args: string[]): string {
  const { DEWLIGHT_COMMAND: program } = process.env
  if (program) return [program, name, ...args].join(' ')
  const script = name === 'start' ? 'npm start' : `npm run ${name}`
  return args.length > 0 ? [script, '--', ...args].join(' ') : script
}
