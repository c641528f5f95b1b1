import { expect, test } from 'vitest'
import { type Installation, restoreCommand, unitOf } from './restore-command.ts'

const local: Installation = {
  cwd: '/home/nora/my site',
  dataDir: '/home/nora/my site/data',
  program: undefined,
  unit: undefined,
  user: 'nora',
  container: undefined,
}

test('a checkout is restored by npm in its folder', () => {
  expect(restoreCommand(local)).toBe(
    "cd '/home/nora/my site' && DATA_DIR='/home/nora/my site/data' npm run restore -- --force <backup>",
  )
})

test('a service is stopped and started around it, and the command runs as its account', () => {
  const service = {
    ...local,
    cwd: '/var/lib/dewlight',
    dataDir: '/var/lib/dewlight',
    program: '/opt/dewlight/node_modules/.bin/dewlight',
    unit: 'dewlight',
    user: 'dewlight',
  }
  expect(restoreCommand(service)).toBe(
    [
      'systemctl stop dewlight',
      'cd /var/lib/dewlight && runuser -u dewlight -- env DATA_DIR=/var/lib/dewlight /opt/dewlight/node_modules/.bin/dewlight restore --force <backup>',
      'systemctl start dewlight',
    ].join('\n'),
  )
})

test('a container is restored by another one with its volumes, network and variables', () => {
  const lines = restoreCommand({ ...local, container: { id: 'abc123', runner: 'docker' } }).split('\n')
  expect(lines[0]).toBe('docker stop abc123')
  expect(lines[1]).toContain('docker run --rm --volumes-from abc123 --network')
  expect(lines.at(-2)).toContain('restore --force <backup>')
  expect(lines.at(-1)).toBe('docker start abc123')
})

test('the unit is the last part of the path of the process, and undefined for the session of a user', () => {
  expect(unitOf('0::/system.slice/dewlight.service\n')).toBe('dewlight')
  expect(unitOf('0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope\n')).toBeUndefined()
  expect(unitOf('')).toBeUndefined()
})
