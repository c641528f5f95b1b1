import type { Plugin } from 'vite'

type Edit = [from: string, to: string]

/** By the file of TanStack Query: the behaviour of infinite queries moves from every query to the observer of infinite ones. */
const edits: Record<string, Edit[]> = {
  'query.js': [
    ['import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";\n', ''],
    [
      '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
      'this.options.behavior',
    ],
  ],
  'infiniteQueryObserver.js': [
    ['import { hasNextPage, hasPreviousPage }', 'import { hasNextPage, hasPreviousPage, infiniteQueryBehavior }'],
    [
      'options._type = "infinite";',
      'options._type = "infinite";\n\t\toptions.behavior = infiniteQueryBehavior(options.pages);',
    ],
  ],
}

/**
 * Leaves the loading of infinite lists, which only the admin has, out of the scripts of public pages. A version of the library
 * in which one of these places differs fails the build.
 */
export const trimQuery: Plugin = {
  name: 'trim-query',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    order: 'pre',
    filter: { id: /[/]query-core[/]build[/]modern[/](?:query|infiniteQueryObserver)[.]js$/ },
    handler(code, id) {
      const name = id.split('/').at(-1)!
      let trimmed = code
      for (const [from, to] of edits[name]!) {
        if (!trimmed.includes(from)) this.error(`${name} of TanStack Query has no longer: ${from}`)
        trimmed = trimmed.replaceAll(from, to)
      }
      return { code: trimmed, map: null }
    },
  },
}
