import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folders = ['bench', 'bin', 'demo', 'deploy', 'docs', 'public', 'scripts', 'src', 'test']
const tree = [...folders.flatMap((folder) => globSync(`${folder}/**/*`)), ...globSync('*'), ...globSync('.*')]
const documents = globSync(['*.md', 'bench/*.md', 'docs/**/*.md', 'test/*.md'])
const packages = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))

/** Written by a build, a test run or an operator. */
const isGenerated = (text: string) => /^(?:data|dist|node_modules|test-results)\/|^deploy\/\.env$/.test(text)
const isPath = (text: string) =>
  /^[\w.<>*@-][\w./<>*@-]*$/.test(text) &&
  (folders.some((folder) => text.startsWith(`${folder}/`)) ||
    /\.(?:css|js|md|tsx?)$/.test(text) ||
    /^[^/]+\/.+\/$/.test(text))

/** Whether a path of the tree ends with `text`, in which `<noun>` and `*` stand for a name. */
function exists(text: string): boolean {
  const pattern = text
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replaceAll(/<\w+>|\*/g, '[^/]+')
  const end = new RegExp(`(?:^|/)${pattern}$`)
  return tree.some((file) => end.test(file))
}

// Once is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check.each(documents)('every path in backticks in %s exists', (document) => {
  const quoted = [...readFileSync(document, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!)
  const paths = quoted.filter((text) => isPath(text) && !isGenerated(text) && !packages.has(text))
  expect(paths.filter((text) => !exists(text))).toEqual([])
})

check.each(documents)('every link of %s to another file leads to one', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link!)
  const files = links.filter((link) => !/^\w+:/.test(link)).map((link) => path.join(path.dirname(document), link))
  expect(files.filter((file) => globSync(file).length === 0)).toEqual([])
})
