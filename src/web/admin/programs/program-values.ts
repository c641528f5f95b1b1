import type { UseFormReturn } from 'react-hook-form'
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
  replacesMailLinks: boolean
  givesTrackingIds: boolean
  assignments: Program['assignments']
}

export type ProgramForm = UseFormReturn<ProgramValues>

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
    replacesMailLinks: program?.replacesMailLinks ?? false,
    givesTrackingIds: program?.givesTrackingIds ?? false,
    assignments: program?.assignments ?? [],
  }
}

/** The request for a form, or its faults with the fields they stand at. */
export function parseValues(values: ProgramValues) {
  return ProgramInput.safeParse({
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
}

export function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter(Boolean)
}

/** The field that an issue such as `hosts.2` belongs to. */
export function fieldOf(path: string): keyof ProgramValues | undefined {
  const [name = ''] = path.split('.')
  return name in valuesOf(undefined) ? (name as keyof ProgramValues) : undefined
}

/** The parameter that carries the codes; undefined where links carry none. */
export function subIdParameterOfProgram(program: Pick<Program, 'network' | 'allowsSubIds' | 'subIdParameter'>) {
  if (!program.allowsSubIds) return undefined
  return program.subIdParameter || networks[program.network].subIdParameter || undefined
}
