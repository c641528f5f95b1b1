import { expect, test } from 'vitest'
import { kindOf, kindsOf, viewOf } from './post-list-view.ts'

const listOf = (filters: Record<string, string>) => ({ filter: (name: string) => filters[name] ?? '' })

test('the trash offers every kind, the other views those without a tab of their own', () => {
  expect(kindsOf('trash')).toEqual(['post', 'page', 'template', 'newsletter'])
  expect(kindsOf('posts')).toEqual(['post', 'template'])
})

test.for([
  [{}, 'posts', 'post'],
  [{ kind: 'template' }, 'templates', 'template'],
  [{ status: 'trash', kind: 'newsletter' }, 'trash', 'newsletter'],
  [{ status: 'trash', kind: 'page' }, 'trash', 'page'],
  [{ kind: 'newsletter' }, 'posts', 'post'],
  [{ status: 'draft', kind: 'page' }, 'posts', 'post'],
  [{ kind: 'other' }, 'posts', 'post'],
] as const)('the filters %j show the view %s with the kind %s', ([filters, view, kind]) => {
  const list = listOf(filters)
  expect([viewOf(list), kindOf(list)]).toEqual([view, kind])
})
