declare module '@adobe/structured-data-validator' {
  type Issue = {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    path: { type?: string; property?: string; index?: number }[]
  }
  type Extracted = Record<'jsonld' | 'microdata' | 'rdfa', Record<string, unknown[]>>

  // biome-ignore lint/style/noDefaultExport: as the package does
  export default class Validator {
    constructor(vocabulary?: { '@graph': Record<string, unknown>[] })
    validate(data: Extracted): Promise<Issue[]>
  }
}
