import type { FieldError, Resolver, UseFormReturn } from 'react-hook-form'
import { networks } from '../../../contract/shop/networks.ts'
import { type Program, ProgramInput } from '../../../contract/shop/programs.ts'

/** The form of a program: lists as lines of text. */
export type ProgramValues = {
  name: string
  advertiser: string
  hosts: string
  trackingIds: string
  subIdParameter: string
  allowsSubIds: boolean
  currency: string
  disclosure: string
  hidePriceHours: string
  priceReason: string
  rulesReadOn: string
  mailAnswer: Program['mailAnswer']
  givesTrackingIds: boolean
  assignments: Program['assignments']
}

export type ProgramForm = UseFormReturn<ProgramValues, unknown, ProgramInput>

export function valuesOf(program: Program | undefined): ProgramValues {
  return {
    name: program?.name ?? '',
    advertiser: program?.advertiser ?? '',
    hosts: program?.hosts.join('\n') ?? '',
    trackingIds: program?.trackingIds.join('\n') ?? '',
    subIdParameter: program?.subIdParameter ?? '',
    allowsSubIds: program?.allowsSubIds ?? true,
    currency: program?.currency ?? '',
    disclosure: program?.disclosure ?? '',
    hidePriceHours: program?.hidePriceHours == null ? '' : String(program.hidePriceHours),
    priceReason: program?.priceReason ?? '',
    rulesReadOn: program?.rulesReadOn ?? '',
    mailAnswer: program?.mailAnswer ?? '',
    givesTrackingIds: program?.givesTrackingIds ?? false,
    assignments: program?.assignments ?? [],
  }
}

/** Validates by the contract; the issue of a line, such as `hosts.2`, is shown at its field. */
export const resolveProgram: Resolver<ProgramValues, unknown, ProgramInput> = (values) => {
  const parsed = ProgramInput.safeParse({
    ...values,
    hosts: linesOf(values.hosts),
    trackingIds: linesOf(values.trackingIds),
    hidePriceHours: values.hidePriceHours.trim() === '' ? null : Number(values.hidePriceHours),
    assignments: values.assignments.map(({ trackingId, kind, id, isAutomatic }) => ({
      trackingId,
      kind,
      id,
      isAutomatic,
    })),
  })
  if (parsed.success) return { values: parsed.data, errors: {} }
  // The first issue of a field wins.
  const issues = parsed.error.issues.toReversed()
  const errors = issues.map(({ path: [name], message }): [string, FieldError] => [
    String(name),
    { type: 'validate', message },
  ])
  return { values: {}, errors: Object.fromEntries(errors) }
}

export function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter(Boolean)
}

/** The parameter that carries the codes; undefined where links carry none. */
export function subIdParameterOfProgram(program: Pick<Program, 'network' | 'allowsSubIds' | 'subIdParameter'>) {
  if (!program.allowsSubIds) return undefined
  return program.subIdParameter || networks[program.network].subIdParameter || undefined
}
