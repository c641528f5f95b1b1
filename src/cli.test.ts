import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/** Each test starts several processes, which takes long on a busy machine. */
const PROCESSES_MS = 90_000

/** Runs the program of the operator's commands in a folder of its own. */
async function terminal(env: Record<string, string> = {}) {
  const cwd = await mkdtemp(path.join(tmpdir(), 'dewlight-cli-'))
  const run = async (...args: string[]) => {
    const running = promisify(execFile)(process.execPath, [path.resolve('src/cli.ts'), ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
    })
    return running.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    )
  }
  return { cwd, run }
}

// Nothing here reaches a database.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check(
  'the list of commands names what to type in a checkout and in an installation',
  { timeout: PROCESSES_MS },
  async () => {
    const checkout = await (await terminal()).run('help')
    expect(checkout.code).toBe(0)
    expect(checkout.stdout).toContain('npm run backup')
    expect(checkout.stdout).toContain('npm start')
    const installed = await (await terminal({ DEWLIGHT_COMMAND: 'dewlight' })).run()
    expect(installed.code).toBe(0)
    for (const name of ['start', 'backup', 'restore', 'admin', 'seed', 'migrate-database', 'import', 'export', 'purge'])
      expect(installed.stdout).toMatch(new RegExp(`^  dewlight ${name} +\\w`, 'm'))
    expect(installed.stdout).not.toContain('npm')
  },
)

check('every command of the list is a script of the checkout', { timeout: PROCESSES_MS }, async () => {
  const { stdout } = await (await terminal({ DEWLIGHT_COMMAND: 'dewlight' })).run('help')
  const names = [...stdout.matchAll(/^ {2}dewlight ([\w-]+) /gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !(name in manifest.scripts))).toEqual([])
})

check('every command has help, on standard output', { timeout: PROCESSES_MS }, async () => {
  const { run } = await terminal({ DEWLIGHT_COMMAND: 'dewlight' })
  for (const name of ['start', 'backup', 'restore', 'admin', 'seed', 'migrate-database', 'import', 'export', 'purge']) {
    const { code, stdout, stderr } = await run(name, '--help')
    expect({ code, stderr }, name).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^dewlight ${name}`))
    expect(await run('help', name)).toEqual({ code, stdout, stderr })
  }
})

check('an unknown command and unknown arguments fail with a sentence', { timeout: PROCESSES_MS }, async () => {
  const { run } = await terminal({ DEWLIGHT_COMMAND: 'dewlight' })
  const unknown = await run('frobnicate')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^There is no command "frobnicate"\.\n\nDewlight /)
  expect(await run('toString')).toMatchObject({ code: 1 })
  expect(await run('start', '--port', '80')).toEqual({
    code: 1,
    stdout: '',
    stderr: '"--port" is not known. The site is configured by variables of the environment.\n',
  })
  expect((await run('restore')).stderr).toBe('Which backup? dewlight restore data/backups/<name>.tar.gz\n')
})

check('the version is that of the package', { timeout: PROCESSES_MS }, async () => {
  const { run } = await terminal()
  for (const argument of ['version', '--version', '-v'])
    expect(await run(argument)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

check('variables of the file .env are read, and those of the environment win', { timeout: PROCESSES_MS }, async () => {
  const { cwd, run } = await terminal()
  await writeFile(path.join(cwd, '.env'), 'PORT=70000\n')
  expect((await run('purge')).stderr).toBe('PORT must be a number from 0 to 65535, not "70000".\n')
  const other = await terminal({ PORT: '70001' })
  await writeFile(path.join(other.cwd, '.env'), 'PORT=70000\n')
  expect((await other.run('purge')).stderr).toBe('PORT must be a number from 0 to 65535, not "70001".\n')
})

check(
  'the start names a variable of .env that a # cuts short, and a .env that it cannot read',
  { timeout: PROCESSES_MS },
  async () => {
    const { cwd, run } = await terminal()
    await writeFile(path.join(cwd, '.env'), '\uFEFFPORT=70000\nADMIN_PASSWORD=correct-horse#battery-1\n')
    expect(await run('purge')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        '.env: the value of ADMIN_PASSWORD ends before its first #, where a comment begins. ' +
        'If the # belongs to the value, put the value in quotation marks.\n' +
        'PORT must be a number from 0 to 65535, not "70000".\n',
    })
    const other = await terminal()
    await mkdir(path.join(other.cwd, '.env'))
    const { code, stderr } = await other.run('purge')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The file \.env cannot be read \(EISDIR.*\)\.\n$/)])
  },
)
