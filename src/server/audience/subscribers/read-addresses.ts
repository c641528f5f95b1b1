import { withoutAddress } from '../../../contract/audience/email-address.ts'
import { isNameLike } from './status-columns.ts'

type Address = { email: string; name: string }

/** The address in the column `email`, with the name in the columns `names`, else in its own cell; or several without these. */
export function readNamed(cells: string[], email: number, names: number[]): Address[] {
  const addresses = readAddresses(unescapeFormula(cells[email] ?? ''))
  const [only, ...others] = addresses
  if (!only || others.length > 0) return addresses
  const name = names
    .map((column) => cells[column]?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
  return [{ email: only.email, name: nameOf(name) || only.name }]
}

/**
 * The addresses of a line without a header. Several have only the names that are written with them; a single one also that of
 * the next cell, if that is not in one of the columns `states`.
 */
export function readLine(cells: string[], states: number[] = []): Address[] {
  const addresses = cells.filter((cell) => cell.includes('@')).flatMap((cell) => readAddresses(unescapeFormula(cell)))
  const [only, ...others] = addresses
  if (!only || others.length > 0) return addresses
  const at = cells.findIndex((cell) => cell.includes('@'))
  const next = at === 0 ? 1 : at - 1
  const name = cells[next] ?? ''
  return [{ email: only.email, name: only.name || (isNameLike(name) && !states.includes(next) ? nameOf(name) : '') }]
}

/** Bounded, so that a long cell is read in linear time. */
const WITH_NAME = /(?:"([^"]{0,200})"|([^"<>,;@]{0,200}))\s{0,9}<\s{0,9}([^<>\s@]{0,64}@[^<>\s]{0,254})\s{0,9}>/g

/** 'a@b.example', 'Ann <a@b.example>', or several; none if there is other text. */
function readAddresses(cell: string): Address[] {
  const named: Address[] = []
  const rest = cell.replace(WITH_NAME, (_, quoted: string | undefined, plain: string | undefined, email: string) => {
    named.push({ email, name: nameOf(quoted ?? plain ?? '') })
    return ','
  })
  const bare = rest.split(/[\s,;]+/).filter((part) => part !== '')
  if (!bare.every((part) => part.includes('@'))) return []
  return [...named, ...bare.map((email) => ({ email: email.replace(/^mailto:/i, ''), name: '' }))]
}

function nameOf(text: string): string {
  return withoutAddress(unescapeFormula(text.trim()))
}

/** Exports prefix formulas with an apostrophe. */
export function unescapeFormula(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '')
}
