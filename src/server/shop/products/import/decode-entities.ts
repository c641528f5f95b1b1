/** Those that shops, feeds and WordPress write into names and links. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ trade: '™', reg: '®', copy: '©', deg: '°', micro: 'µ', middot: '·', euro: '€', pound: '£', yen: '¥' },
  ...{ agrave: 'à', aacute: 'á', acirc: 'â', auml: 'ä', aring: 'å', aelig: 'æ', ccedil: 'ç', egrave: 'è', eacute: 'é' },
  ...{ ecirc: 'ê', euml: 'ë', iacute: 'í', icirc: 'î', iuml: 'ï', ntilde: 'ñ', ograve: 'ò', oacute: 'ó', ocirc: 'ô' },
  ...{ ouml: 'ö', oslash: 'ø', oelig: 'œ', szlig: 'ß', uacute: 'ú', ugrave: 'ù', ucirc: 'û', uuml: 'ü' },
  ...{ Agrave: 'À', Aacute: 'Á', Auml: 'Ä', Aring: 'Å', AElig: 'Æ', Ccedil: 'Ç', Egrave: 'È', Eacute: 'É', Ouml: 'Ö' },
  ...{ Oslash: 'Ø', OElig: 'Œ', Uuml: 'Ü' },
}

const CODE_POINT_MAX = 0x10ffff

/** A text with its character references (HTML, 13.5) decoded once; those that are not known stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name as string] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

function isCharacter(code: number): boolean {
  return code >= 0x20 && code <= CODE_POINT_MAX && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0x7f && code < 0xa0)
}
