/** Fails for identifiers, parts of identifiers, paths and phrases that have a standard term; prints file:line for each. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const folders = ['src', 'demo', 'test', 'bench', 'scripts', 'docs', 'README.md', 'SECURITY.md', 'CONTRIBUTING.md']
const texts = /[.](?:tsx?|css|md|json)$/
/** This file, recorded measurements and the demo's articles. */
const exempt = /^scripts\/check-vocabulary[.]ts$|^bench\/(?:results|pages)[.]md$|^demo\/(?!art\/).*[.](?:html|md)$/

type Rule = { pattern: RegExp; use: string; allow?: RegExp }

const word = (names: string, use: string, allow?: RegExp): Rule => ({
  pattern: new RegExp(`\\b(?:${names})\\b`),
  use,
  allow,
})

/** In comments, Markdown and test titles only: product copy may use these words. */
const phrases: Rule[] = [
  word('nobody|Nobody', 'no one, or the passive', /Nobody is signed in/),
  word('whoever|Whoever', 'a client, a visitor, anyone who'),
  word('anew', 'again'),
  word('begun', 'started'),
  word('is no|are no|was no', 'is not, or the plain fact', /there (?:is|are|was) no|There (?:is|are|was) no/),
  word('by lot', 'random, jitter'),
  word('strangers?', 'anonymous visitor'),
  word('signs', 'characters', /signs (?:you |the |in|out|a )/),
  word('beside', 'next to, together with, besides'),
  word('bears?', 'tolerates, is idempotent'),
  word(
    '[Aa]sk(?:s|ed|ing)?',
    'request, call, query',
    /(?:person|owner|user|reader)s? (?:is|are|was|were) asked|asks the (?:owner|user|reader)/,
  ),
  word('[Aa]nswer(?:s|ed|ing)?', 'response, respond, return, result', /[Qq]uestion/),
  word('kept in memory|keeps in memory', 'cached'),
  word('forget|forgets|forgot|forgotten', 'purge, delete'),
  word('three rooms|one door|the house', 'layers, composition root, codebase'),
  word('codings?', 'encoding', /content[- ]coding/i),
  word(
    'letters?',
    'mail, newsletter',
    /digits|capital|lower|upper|[Ll]etter(?:s)? (?:and|or|that)|[Ff]ewer letters|\/letters\b/,
  ),
]

/** Everywhere, strings and paths included. */
const names: Rule[] = [
  word('takeTurn|db/turns', 'lockTable, db/advisory-lock'),
  word('turnForOthers|turn-for-others', 'yieldToEventLoop'),
  word(
    'Letterbox|letterbox|PostOffice|createPostOffice|post-office|Carrier|createSmtpCarrier',
    'Mailer, MailQueue, MailTransport',
  ),
  word('letter/', 'mail/'),
  word('Letter|LetterParts|composeLetter|seed-letters|seedLetters', 'MailBody, MailContent, renderMail, seed-mail'),
  word('showContent|shown-content|shown-posts|findShownPost|listShownPosts', 'renderBodies, published-posts'),
  word('answerSave|save-answers', 'toResponse'),
  word('text-pictures|withPictures', 'responsive-images'),
  word('Gate|createGate|gateAt|Refusal|refuseUnknown', 'Admission, Rejection, HttpError, notFoundOr405'),
  word('http/gate|http/load', 'http/admission, http/pressure'),
  /** The import preview shows this word as a status. */
  word('Refused', 'Rejection, HttpError', /'Refused'/),
  word('once\\(c', 'idempotent'),
  word('answered\\(|formAnswer|FormAnswer', 'responded, formResponse'),
  word('watchLoad|LoadLevel|drowning', 'monitorPressure, PressureLevel, shedding'),
  word('watch-request|createWatch|harden-server|hardenServer', 'request-log, server-limits'),
  word('Buckets|createBuckets|[bB]uckets[.]take', 'TokenBuckets, consume'),
  word('madeOf|takenCodings|keptLevels|onceLevels|isKept', 'tags, acceptedEncodings, cacheable'),
  word('codings?', 'encoding', /content[- ]coding/i),
  word('askAsStranger|shared-answers|sharedAnswers?|SharedAnswer', 'fetchAnonymously, cacheable-responses'),
  word('prepared-answer|PreparedAnswer|prepareAnswer|sendPrepared', 'prebuilt-response'),
  word('looksAt|changedBy|privateNouns|app/reads', 'dependsOn, tagForPath, uncachedNouns'),
  word(
    '[Ss]witchboard|createSwitchboard|Extension|noPeers|createPeers|WorkerPeers|type Beyond|Round|peers[.](?:say|ask|announce|hear)',
    'coordinator, WorkerHandle, OtherHosts, Bus',
    /@tiptap\/core|= Extension[.]create/,
  ),
  word('change-notices|ChangeNotices|createChangeNotices|PATIENCE', 'pg-notify, NOTIFY_TIMEOUT_MS'),
  word(
    'isAsked|runDue|LOOK_EVERY_MS|SAY_EVERY_MS|giveBackJob|holdJob|hold-job|PAUSES',
    'isManual, POLL_MS, releaseJob, withJobLease, BACKOFF_*',
  ),
  word('tidyUp|tidy-up[.]ts|forget[A-Z]\\w*', 'cleanUp, purge*'),
  word('noSlug|takeSlug|keepOldSlug|moveAddress', 'tombstoneSlug, deleteRedirectFrom, addRedirect, updateRedirects'),
  word('arrange[.]ts|Wish|closeGaps|makeRoom|exchangePlaces', 'reorder.ts, renumber, shiftDown, permute'),
  word('defuse|undoDefuse', 'escapeFormula, unescapeFormula'),
  word('read-cells|readCells|match-rows|matchRows|Decided|twin', 'parse-row, match-products, RowPlan, duplicate'),
  word('spend[A-Z]\\w*', 'consume*'),
  word('make-ahead|makeVariantsAhead|isAhead', 'warm-variants, isBackground'),
  word(
    'media-store|MediaStore|MediaError|createMediaFolder|createMediaBucket',
    'BlobStorage, StorageError, openStorage',
  ),
  word('(?:storage|media|blobs)[.](?:enter|receive|forget)', 'insert, store, delete'),
  word('undecided', 'cancel'),
  word('askOnce|silentUntil|RESPITE', 'attempt, circuitOpenUntil, COOLDOWN_MS'),
  word(
    'left-text-notice|use-left-text|LeftText|useLeftText|createJournal|JournalEntry|journal[.]ts',
    'unsaved-draft-notice, use-local-drafts, LocalDraft',
  ),
  word('doomed|setDoomed|takeNewer', 'toDelete, resolveConflict'),
  word(
    'lost-markup|lostMarkup|parse-apart|parseApart|stored-html|storedHtml',
    'unsupported-markup, parse-html-fragment, serialize-html',
  ),
  word('owner-copy|ownerCopy|import-words|activity-words|image-words|field-words', 'admin-messages, *-labels'),
  word(
    'describe-prompt|DescribePrompt|image-facts|ImageFacts|own-words|ownWords',
    'alt-text-prompt, image-details, indexable-term',
  ),
  word('kit/refusals|form-issues|showRefusal', 'server-errors'),
  word(
    'in-turns|inTurns|middleOf|against-bare|bare-server|record-answers',
    'interleaved, medianOf, vs-baseline, baseline-server, record-responses',
  ),
  word(
    'what-runs|createWorld|verdicts|books[.]ts|Play',
    'active-content, startSiteUnderTest, checks, ledger, Scenario',
  ),
  word('hostile[\\w-]*[.](?:test[.])?ts', 'malicious-*.ts'),
  word(
    'own-site|own-site-test|own-posts|written-posts|moved-posts|media-looks|editor-under-fire',
    'isolated-site, isolated-test, fixture-posts, post-fixtures, redirects, media-visual, editor-offline',
  ),
]

/** A word as a part of an identifier or a file name: `createTurns`, `tend-newsletters`, `TURNS_MAX`. */
const part = (words: string, use: string, allow?: RegExp): Rule => {
  const lower = `(?:${words})`
  const capitalised = `(?:${words.replace(/(?<=^|[|])./g, (letter) => letter.toUpperCase())})`
  const pattern = new RegExp(
    [
      `\\b${lower}(?=[A-Z]|[-_][a-z])`,
      `(?<=[A-Za-z0-9][-_])${lower}(?![a-z])`,
      `(?<=[a-z0-9])${capitalised}(?![a-z])`,
      `\\b${capitalised}(?=[A-Z][a-z])`,
      `(?<![A-Z])${lower.toUpperCase()}(?=_)|(?<=_)${lower.toUpperCase()}(?![A-Z])`,
    ].join('|'),
  )
  return { pattern, use, allow }
}

/** Everywhere but in Markdown, as parts of longer names; alone these words may be prose. */
const parts: Rule[] = [
  part('turns?', 'round robin, in order, rolling', /turn[-_]?(?:on|off)/i),
  part('tends?', 'maintain, or the verb of the work'),
  part('settles?|settlement', 'outcome, record, final'),
  part('untaken', 'unleased'),
  part('looks?', 'theme', /look[-_]?(?:up|back|every|\d)/i),
  part('anew', 'again, re-'),
  part('begun', 'started'),
  part('nobody|whoever|strangers?', 'anonymous, unprivileged, anyone'),
  part('beside|doomed', 'next to, toDelete'),
]

/** Comments of the product are sentences. */
const withSentences = /^src\/(?!.*[.]test[.])/

/** The first words of a comment that has no subject. */
const fragment: Rule = { pattern: /^\s*(?:Of|What|For)\b/, use: 'a sentence with subject and verb' }

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => texts.test(file) && !exempt.test(file))

const findings = files.flatMap((file) => [...pathFindings(file), ...lineFindings(file)])
for (const finding of findings) console.error(finding)
if (findings.length > 0) {
  console.error(`\n${findings.length} uses of terms that have a standard word (scripts/check-vocabulary.ts)`)
  process.exitCode = 1
}

function pathFindings(file: string): string[] {
  const joined = file.replace(/[/.]/g, '-')
  return [...matches(names, file), ...matches(parts, joined)].map((rule) => describe(file, 0, rule, file))
}

function lineFindings(file: string): string[] {
  const isMarkdown = file.endsWith('.md')
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index, lines) => {
      const prose = isMarkdown ? line : commentOf(line, lines[index - 1])
      const isFirstOfComment = withSentences.test(file) && startsComment(line, lines[index - 1])
      return [
        ...matches(names, line),
        ...(isMarkdown ? [] : matches(parts, line)),
        ...matches(phrases, prose),
        ...(isFirstOfComment ? matches([fragment], prose) : []),
      ].map((rule) => describe(file, index + 1, rule, isFirstOfComment && rule === fragment ? prose : line))
    })
}

function matches(rules: Rule[], text: string): Rule[] {
  return rules.filter(({ pattern, allow }) => pattern.test(text) && !allow?.test(text))
}

/** The comment of a line, or the title of a test, which may start on the line after `test(`; empty for code. */
function commentOf(line: string, previous = ''): string {
  const comment = /^\s*(?:\/?\*\*?|\/\/|\{\/\*)(.*)$/.exec(line) ?? /(?:^|\s)\/\/ (.*)$/.exec(line)
  const call = previous.endsWith('(') ? previous + line : line
  const title = /(?:\b(?:test|describe)(?:[.]\w+)?|^\s*\]\))\(\s*(['"`])(.*)\1/.exec(call)
  return comment?.[1] ?? title?.[2] ?? ''
}

/** Whether the text of a comment begins on this line. */
function startsComment(line: string, previous = ''): boolean {
  if (/^\s*\*/.test(line)) return /^\s*\/\*\*?\s*$/.test(previous)
  if (/^\s*\/\//.test(line)) return !/^\s*\/\//.test(previous)
  return /\/\*|\/\//.test(line)
}

function describe(file: string, line: number, { pattern, use }: Rule, text: string): string {
  return `${file}:${line}: “${pattern.exec(text)?.[0] ?? ''}” → ${use}`
}
