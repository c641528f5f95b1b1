import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The paths that differ from the last commit that passed here, or else from the merge base with `origin`, including what is
 * not committed. Undefined without a commit to compare with: a fresh clone of a branch that `origin` has, or no repository.
 */
export function changedPaths(root = '.'): string[] | undefined {
  const git = gitIn(root)
  const base = passedCommit(root) ?? mergeBase(root)
  if (!base) return undefined
  const committed = git('diff', '--name-only', '--no-renames', base, '--')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...lines(committed), ...lines(untracked)]
}

/** Records HEAD as passed, unless the working tree differs from it. */
export function recordPassed(root = '.'): void {
  const git = gitIn(root)
  const head = git('rev-parse', 'HEAD')
  if (!head || git('status', '--porcelain') !== '') return
  mkdirSync(path.dirname(recordIn(root)), { recursive: true })
  writeFileSync(recordIn(root), head)
}

/** The file with the commit of the last gate that passed on a clean working tree. */
const recordIn = (root: string) => path.join(root, 'test-results/passed-commit')

function passedCommit(root: string): string | undefined {
  if (!existsSync(recordIn(root))) return undefined
  const commit = readFileSync(recordIn(root), 'utf8').trim()
  // It may be rebased away, or missing from a shallow clone.
  return gitIn(root)('cat-file', '-e', `${commit}^{commit}`) === undefined ? undefined : commit
}

function mergeBase(root: string): string | undefined {
  const git = gitIn(root)
  const base = git('merge-base', 'HEAD', 'origin/HEAD') ?? git('merge-base', 'HEAD', 'origin/main')
  return base === git('rev-parse', 'HEAD') ? undefined : base
}

/** Runs git and returns its output without the line break at its end; undefined if it fails or is not installed. */
function gitIn(root: string): (...args: string[]) => string | undefined {
  return (...args) => {
    try {
      const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      return output.trimEnd()
    } catch {
      return undefined
    }
  }
}

function lines(text: string | undefined): string[] {
  return text ? text.split('\n') : []
}
