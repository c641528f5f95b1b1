import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { changedPaths, recordPassed } from './changed-paths.ts'

const once = test.skipIf(inject('databaseUrl') !== undefined)

/** A repository with one commit, whose reports are ignored. */
function repository() {
  const root = mkdtempSync(path.join(tmpdir(), 'dewlight-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@mail.example', ...args], {
      cwd: root,
      stdio: 'pipe',
    })
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  const commit = (file: string) => {
    write(file, file)
    git('add', '-A')
    git('commit', '-qm', `Add ${file}`)
  }
  git('init', '-q', '-b', 'main')
  write('.gitignore', '/test-results/\n')
  commit('first.ts')
  return { root, git, write, commit }
}

once('what changed is what differs from the last commit that passed', () => {
  const { root, write, commit } = repository()
  expect(changedPaths(root)).toBeUndefined()
  recordPassed(root)
  expect(changedPaths(root)).toEqual([])
  commit('second.ts')
  write('first.ts', 'edited')
  write('third.ts', 'not committed')
  expect(changedPaths(root)?.sort()).toEqual(['first.ts', 'second.ts', 'third.ts'])
  // A gate that passed with changes says nothing about the commit.
  recordPassed(root)
  expect(changedPaths(root)).toHaveLength(3)
})

once('without such a commit it is what differs from the merge base, and unknown where that is the same commit', () => {
  const { root, git, commit } = repository()
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(changedPaths(root)).toBeUndefined()
  commit('second.ts')
  expect(changedPaths(root)).toEqual(['second.ts'])
})

once('a commit that is gone is not compared with', () => {
  const { root, git, commit } = repository()
  commit('second.ts')
  recordPassed(root)
  git('reset', '-q', '--hard', 'HEAD~1')
  git('reflog', 'expire', '--expire=now', '--all')
  git('gc', '-q', '--prune=now')
  expect(changedPaths(root)).toBeUndefined()
})

once('outside of a repository nothing is known', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dewlight-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  recordPassed(root)
  expect(changedPaths(root)).toBeUndefined()
})
