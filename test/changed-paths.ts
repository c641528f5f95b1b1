import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The commit of the last gate that passed on a clean working tree. */
const record = path.resolve('test-results/passed-commit')

/**
 * The paths that differ from the last commit that passed here, or else from the merge base with `origin`, including what is
 * not committed. Undefined without a commit to compare with: a fresh clone of a branch that `origin` has.
 */
export function changedPaths(): string[] | undefined {
  const base = passedCommit() ?? mergeBase()
  if (!base) return undefined
  const committed = git('diff', '--name-only', '--no-renames', base, '--')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...lines(committed), ...lines(untracked)]
}

/** Records HEAD as passed, unless the working tree differs from it. */
export function recordPassed(): void {
  const head = git('rev-parse', 'HEAD')
  if (head && git('status', '--porcelain') === '') writeFileSync(record, head)
}

function passedCommit(): string | undefined {
  if (!existsSync(record)) return undefined
  const commit = readFileSync(record, 'utf8').trim()
  // Rebased away, or of a shallow clone.
  return git('cat-file', '-e', `${commit}^{commit}`) === undefined ? undefined : commit
}

function mergeBase(): string | undefined {
  const base = git('merge-base', 'HEAD', 'origin/HEAD') ?? git('merge-base', 'HEAD', 'origin/main')
  return base === git('rev-parse', 'HEAD') ? undefined : base
}

/** The output without the line break at its end; undefined if git fails or is not installed. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd()
  } catch {
    return undefined
  }
}

function lines(text: string | undefined): string[] {
  return text ? text.split('\n') : []
}
