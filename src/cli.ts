/**
 * The commands of the operator: `dewlight <command>` of the installed package, `npm run <command>` in a checkout. Each is a
 * function in `commands/` that takes its arguments and throws an error whose message is a sentence for the operator.
 */
import './server/platform/require-node-24.ts'
import './server/platform/env-file.ts'
import './server/platform/umask.ts'
import path from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { UsageError } from './commands/usage-error.ts'
import { commandLine } from './server/platform/command-line.ts'

type Command = {
  summary: string
  /** The arguments that may follow the name, each with what it does. */
  forms: { args?: string; does: string }[]
  notes?: string
  /** Imported on demand: the database driver and the image library take longer to load than most commands run. */
  load(): Promise<(args: string[]) => Promise<void>>
}

const commands: Record<string, Command> = {
  start: {
    summary: 'runs the site',
    forms: [{ does: 'migrates the database, fills an empty one, and serves the site until SIGTERM' }],
    load: async () => (await import('./commands/start.ts')).start,
  },
  backup: {
    summary: 'writes an archive of the database and the images',
    forms: [
      { does: 'writes a verified archive to BACKUP_URL, the bucket of MEDIA_URL or the data folder; the site may run' },
    ],
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'restores such an archive',
    forms: [
      {
        args: '<file, name or s3:// URL>',
        does: 'restores into an empty database and the media folder or bucket; the site must be stopped',
      },
      {
        args: '<file> --force',
        does: 'replaces what is there, after making a backup of it or moving a damaged database aside',
      },
    ],
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  admin: {
    summary: 'creates or recovers the account of the owner',
    forms: [
      { args: 'create [--username <name>] [--generate]', does: "makes the owner's account" },
      {
        args: 'reset [--username <name>] [--generate]',
        does: 'sets a new password, turns off two-step verification, removes passkeys and ends all sessions',
      },
    ],
    notes: 'The password is asked for, or read from what is piped in; --generate makes one and prints it.',
    load: async () => (await import('./commands/admin.ts')).admin,
  },
  seed: {
    summary: 'fills an empty database with the demo',
    forms: [
      { does: 'fills an empty database with the demo' },
      {
        args: '--large [--scale 0.01]',
        does: 'with thousands of posts and products and millions of clicks, or a part',
      },
      { args: '--replace', does: 'empties the database first' },
    ],
    load: async () => {
      const { seed } = await import('./commands/seed.ts')
      // The demo has the same place relative to this file and to its bundle.
      return (args) => seed(args, path.resolve(import.meta.dirname, '../demo'))
    },
  },
  'migrate-database': {
    summary: 'moves the site to another database',
    forms: [
      { args: '--to <database>', does: 'copies everything to PostgreSQL (postgres://…) or a folder (sqlite:<folder>)' },
      { args: '--to <database> --replace', does: 'overwrites a target that has content' },
      { args: '--undo', does: 'ends the move: the site accepts writes again' },
    ],
    load: async () => (await import('./commands/migrate-database.ts')).migrateDatabase,
  },
  import: {
    summary: 'imports products or subscribers from a CSV file, or a site from WordPress, Ghost, Substack or Markdown',
    forms: [
      { args: 'products <file.csv>', does: 'prints what an import would do, and what is to be decided' },
      {
        args: 'products <file.csv> --apply [--skip-refused]',
        does: 'imports, all rows or none; with --skip-refused all rows that are right',
      },
      { args: 'subscribers <file.csv>', does: 'counts new, known, unsubscribed and invalid addresses' },
      { args: "subscribers <file.csv> --consent 'How they agreed' --apply", does: 'adds the new ones' },
      {
        args: 'archive <file.zip>',
        does: 'brings an archive of “export archive” into a site without content, with all addresses and dates',
      },
      {
        args: 'wordpress|ghost|substack|markdown <file, ZIP or folder>... --dry-run',
        does: 'prints what an import of the export of another site would do, and what cannot be kept',
      },
      {
        args: 'wordpress|ghost|substack|markdown <file, ZIP or folder>...',
        does: 'imports posts, pages, pictures, categories and addresses; repeated, it continues, or takes over what is new',
      },
      {
        args: 'wordpress https://old.example',
        does: 'imports what a WordPress shows to its visitors, if its export is not to be had; takes the same options',
      },
      {
        args: 'wordpress|ghost|substack|markdown --undo',
        does: 'takes the last import back: its texts and products go to the trash',
      },
    ],
    notes: `The rules are those of the admin, and a repeated import changes nothing. Decisions about products:
    --sign '$=CAD'                          what a sign in prices stands for; may be repeated
    --ids update|create|skip                rows with the id of another product
    --conflicts price|column|skip           rows whose price and currency column differ
    --ratings keep|leave-out                ratings that come with links to Amazon
    --category, --currency, --active yes|no the same for all rows

Options of an import of another site:
    <ZIP or folder>                         pictures in it are taken from there, others from the old site
    --site <address>                        that of the old site, if the export does not say it
    --no-fetch                              takes no pictures from the old site
    --cover <address>                       the picture of posts without one, which otherwise become drafts
    --product-boxes notes|links             boxes of products become margin notes on products, which is the default, or links
    --affiliate-links links|products        these and short links lead to their shop, the default, or to products made of them
    --product-category <name>               that of new products; else the first one of the shop
    --keep-texts                            texts of an earlier import stay as they are, also if they have changed there
    --menu <slug>                           the menu of the old site that becomes the menu of the header; else none
    --report <file.csv>                     writes what becomes of each item`,
    load: async () => (await import('./commands/import.ts')).importFile,
  },
  export: {
    summary: 'writes what you have made as files that other programs read',
    forms: [
      {
        args: 'archive [<file.zip>] [--force]',
        does: 'writes texts, pictures, products, readers, messages, earnings and clicks; --force replaces the file; the site may run',
      },
      {
        args: 'wordpress [<file.xml>] [--force]',
        does: 'writes posts, pages, categories, tags and the addresses of pictures for the importer of WordPress',
      },
      {
        args: 'ghost [<file.zip>] [--force]',
        does: 'writes posts, pages, tags and pictures for the importer of Ghost, and redirects.json and members.csv next to it',
      },
      {
        args: 'static <folder> [--address https://…]',
        does: 'writes the public site as files for any web server, at the address of the site or another; replaces an earlier one',
      },
    ],
    notes:
      'The README in the archive explains each file. Passwords, keys and the trash are left out: a backup has them.',
    load: async () => {
      const { exportSite } = await import('./commands/export-site.ts')
      // The built files of the browser have this place relative to the bundle of this file.
      return (args) => exportSite(args, path.resolve(import.meta.dirname, '../client'))
    },
  },
  'change-key': {
    summary: 'replaces the key that encrypts secrets',
    forms: [
      {
        does: 'encrypts all secrets with NEW_SECRET_KEY instead of SECRET_KEY, or with a new key in the data folder; the site must be stopped',
      },
    ],
    load: async () => (await import('./commands/change-key.ts')).changeKey,
  },
  purge: {
    summary: 'makes the running site drop its cached pages',
    forms: [{ does: 'makes the running site drop its cached pages, after a change by hand in the database' }],
    load: async () => (await import('./commands/purge.ts')).purge,
  },
}

await run(process.argv.slice(2))

async function run([name = 'help', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const asksForHelp = args.includes('--help') || args.includes('-h')
  if (command && !asksForHelp) return execute(name, command, args)
  if (command) return console.log(helpOf(name, command))
  if (['version', '--version', '-v'].includes(name)) return console.log(manifest.version)
  if (['help', '--help', '-h'].includes(name)) return args[0] ? run([args[0], '--help']) : console.log(help())
  fail(`There is no command "${name}".\n\n${help()}`)
}

async function execute(name: string, command: Command, args: string[]): Promise<void> {
  try {
    const start = await command.load()
    await start(args)
  } catch (error) {
    if (error instanceof UsageError) return fail([error.message, helpOf(name, command)].filter(Boolean).join('\n\n'))
    fail(isOfProgram(error) ? error : sentenceOf(error))
  }
}

/** A mistake in the program, for which the stack says more than the message. */
function isOfProgram(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind)
}

function sentenceOf(error: unknown): unknown {
  // Node's error for a host with several addresses has no message of its own.
  if (error instanceof AggregateError && !error.message) return sentenceOf(error.errors[0])
  return error instanceof Error ? error.message : error
}

function fail(reason: unknown): void {
  console.error(reason)
  process.exitCode = 1
}

function helpOf(name: string, { forms, notes }: Command): string {
  const lines = forms.map(({ args, does }) => `${args ? commandLine(name, args) : commandLine(name)}\n    ${does}`)
  return [lines.join('\n'), notes].filter(Boolean).join('\n\n')
}

function help(): string {
  const names = Object.keys(commands)
  const width = Math.max(...names.map((name) => commandLine(name).length))
  const lines = names.map((name) => `  ${commandLine(name).padEnd(width)}  ${commands[name]!.summary}`)
  return `Dewlight ${manifest.version}\n\n${lines.join('\n')}\n\nArguments: ${commandLine('<command>', '--help')}`
}
