import type { ArchiveManifest } from './archive-manifest.ts'
import { exportedTables } from './archive-tables.ts'

type ReadmeOptions = { brand: string } & Pick<ArchiveManifest, 'origin' | 'createdAt' | 'texts' | 'rows'>

const folderLines: Readonly<Record<string, string>> = {
  posts: 'the posts',
  pages: 'the pages',
  templates: 'the templates of posts',
  newsletters: 'the newsletters',
}

/** Explains each file of an archive for its reader. */
export function readmeOf({ brand, origin, createdAt, texts, rows }: ReadmeOptions): string {
  const number = (count: number | undefined) => (count ?? 0).toLocaleString('en-US')
  const tables = exportedTables.map(([, { file, about, isJsonOnly }]) => {
    const names = isJsonOnly ? `\`data/${file}.json\`` : `\`data/${file}.csv\`, \`.json\``
    return `- ${names} (${number(rows[file])}): ${about}`
  })
  const folders = Object.entries(folderLines).map(
    ([folder, about]) => `- \`${folder}/\` (${number(texts[folder])}): ${about}`,
  )
  return `# ${brand}

Everything of ${origin} as of ${createdAt}. The files are plain text and pictures: no program of this site is needed to read them.

## Texts

Each text is there twice: as \`.md\`, Markdown with front matter in YAML, and as \`.html\`, a page that a browser opens from this folder.
Drafts are among them; \`status\` says which.

${folders.join('\n')}

What Markdown cannot say, such as a product box or a gallery, stands in it as HTML. A link to \`/blog/…\` leads to a text of the site, and a
picture to \`../media/\`.

## Pictures

\`media/\` holds each picture with the name under which it was uploaded, in the size in which the site keeps it. \`data/media.csv\` names
its alt text, its focal point, and its address on the site.

## Data

As tables (CSV, which every spreadsheet opens) and as JSON. Times are in UTC, days in the time zone of the site, and amounts called
\`_minor\` in the smallest unit of the currency, such as cents. In a table, a text that would be run as a formula has a \`'\` before it.

${tables.join('\n')}

\`settings.json\` holds the settings, the appearance, the menus and the tags by which other services recognise the site.

## Left out

The trash, earlier versions of texts, passwords, keys and sign-ins. A backup of the site has all of it.

\`manifest.json\` lists every file with its size and checksum.
`
}
