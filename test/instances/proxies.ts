import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../postgres.ts'
import { type ChildProgram, startProgram } from './child-program.ts'
import { requireProgram } from './programs.ts'

export type RunningProxy = ChildProgram & { origin: string; port: number; certificate: string }

/** nginx with `deploy/nginx`: only addresses, port and certificate are replaced, in the files that are made for it. */
export async function startNginx(folder: string, instances: string[]): Promise<RunningProxy> {
  const nginx = requireProgram('nginx')
  const port = await freePort()
  cpSync('deploy/nginx', folder, { recursive: true })
  const certificate = makeCertificate(folder)
  replaceIn(path.join(folder, 'dewlight/instances.conf'), {
    'server 10.0.0.11:3000': `server ${instances[0]}`,
    'server 10.0.0.12:3000': instances[1] ? `server ${instances[1]}` : '#',
    'server 10.0.0.13:3000': instances[2] ? `server ${instances[2]}` : '#',
  })
  replaceIn(path.join(folder, 'dewlight/site.conf'), {
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'server_name example.com': 'server_name localhost',
    '/etc/letsencrypt/live/example.com/fullchain.pem': path.join(folder, 'certificate.pem'),
    '/var/log/nginx/dewlight.log': path.join(folder, 'access.log'),
    '/var/log/nginx/dewlight-error.log': path.join(folder, 'site-error.log'),
    '/etc/letsencrypt/live/example.com/privkey.pem': path.join(folder, 'key.pem'),
  })
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp_${name};`)
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;\npid nginx.pid;\nerror_log error.log warn;\n` +
      `events { worker_connections 4096; }\nhttp {\n  access_log off;\n  ${paths.join('\n  ')}\n  include dewlight.conf;\n}\n`,
  )
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', path.join(folder, 'error.log')]
  execFileSync(nginx, [...args, '-t'], { stdio: 'pipe' })
  const program = await startProgram(nginx, [...args, '-g', 'daemon off;'], { port })
  return { ...program, port, origin: `https://localhost:${port}`, certificate }
}

/** Caddy with `deploy/caddy/Caddyfile`, configured by its variables alone. Its own authority issues the certificate. */
export async function startCaddy(folder: string, instances: string[]): Promise<RunningProxy> {
  const caddy = requireProgram('caddy')
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const env = {
    ...process.env,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
    CADDY_GLOBAL_OPTIONS: 'admin off\n skip_install_trust\n auto_https disable_redirects',
    DEWLIGHT_SITE: `https://localhost:${port}`,
    DEWLIGHT_INSTANCE_1: instances[0] ?? '',
    DEWLIGHT_INSTANCE_2: instances[1] ?? '',
    DEWLIGHT_INSTANCE_3: instances[2] ?? '',
  }
  const args = ['--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile']
  execFileSync(caddy, ['validate', ...args], { env, stdio: 'pipe' })
  const program = await startProgram(caddy, ['run', ...args], { port, env })
  const certificate = readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
  return { ...program, port, origin: `https://localhost:${port}`, certificate }
}

/** PgBouncer with `deploy/pgbouncer/pgbouncer.ini`; returns the address of the database through it. */
export async function startPgbouncer(folder: string, databaseUrl: string): Promise<ChildProgram & { url: string }> {
  const pgbouncer = requireProgram('pgbouncer')
  const port = await freePort()
  const target = new URL(databaseUrl)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const file = path.join(folder, 'pgbouncer.ini')
  cpSync('deploy/pgbouncer/pgbouncer.ini', file)
  replaceIn(file, {
    'host=10.0.0.20 port=5432': `host=127.0.0.1 port=${target.port}`,
    'listen_addr = 10.0.0.20': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${port}`,
    // The server of the tests trusts loopback.
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer/userlist.txt': path.join(folder, 'userlist.txt'),
  })
  writeFileSync(path.join(folder, 'userlist.txt'), `"${target.username}" ""\n`)
  // It does not run as root.
  const args = process.getuid?.() === 0 ? ['-u', 'nobody', file] : [file]
  const program = await startProgram(pgbouncer, args, { port })
  target.port = String(port)
  return { ...program, url: target.href }
}

function replaceIn(file: string, replacements: Record<string, string>): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}".`)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}

/** A certificate of its own for localhost, in `certificate.pem` and `key.pem`. */
function makeCertificate(folder: string): string {
  execFileSync(
    requireProgram('openssl'),
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-keyout', 'key.pem', '-out', 'certificate.pem', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost'],
    ],
    { cwd: folder, stdio: 'pipe' },
  )
  return readFileSync(path.join(folder, 'certificate.pem'), 'utf8')
}
