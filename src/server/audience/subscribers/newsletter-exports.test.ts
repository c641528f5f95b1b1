import { expect, test } from 'vitest'
import { readSubscriberFile } from './read-subscriber-file.ts'

/**
 * Exports of newsletter programs: their columns, and rows by what is to become of the readers. The local part of each address
 * says it: `in`, `left`, `suppressed`, or `open`.
 */
const exports: [program: string, csv: string, questions: string[]][] = [
  [
    'Mailchimp, subscribed',
    `"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS
in1@a.example,Ann,Lee,2,,,"2018-10-11 09:55:14",89.233.144.101,,,,,,,,"2018-10-11 09:55:14",90498395,810826c56e,,"""VIP"""
in2@a.example,Bea,,4,"2025-11-02 18:22:11",1.2.3.4,"2025-11-02 18:25:11",1.2.3.4,,,,,,,,"2025-11-02 18:25:11",2,b,,`,
    [],
  ],
  [
    'Mailchimp, unsubscribed and cleaned',
    `"Email Address","First Name",UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,TAGS
left1@a.example,Ann,"2026-01-05 10:00:00",May,77,NORMAL,"Too many",,,,1,a,
left2@a.example,Bea,,,,,,"2026-01-05 10:00:00",June,78,2,b,`,
    [],
  ],
  [
    'MailPoet',
    `Email,First name,Last name,List,Subscribed on,Global status,List status
in@a.example,Ann,Lee,Readers,2025-01-01 10:00:00,Subscribed,Subscribed
left1@a.example,Bea,Lee,Readers,2025-01-01 10:00:00,Unsubscribed,Subscribed
left2@a.example,Cleo,,Readers,2025-01-01 10:00:00,Subscribed,Unsubscribed
left3@a.example,Dora,,Readers,,Unconfirmed,Unconfirmed
left4@a.example,Eve,,Readers,,Bounced,Subscribed
left5@a.example,Fay,,Readers,,Inactive,Subscribed
open@a.example,Gil,,Readers,,Subscribed,Paused`,
    ['List status = Paused'],
  ],
  [
    'Brevo',
    `CONTACT ID;EMAIL_BLOCKLISTED;EMAIL;LASTNAME;FIRSTNAME;SMS;SMS_BLOCKLISTED;DOUBLE_OPT-IN;OPT_IN;ADDED_TIME;MODIFIED_TIME
1;No;in@a.example;Lee;Ann;;Yes;;Yes;01-02-2025;01-02-2025
2;Yes;left1@a.example;Lee;Bea;;No;;Yes;01-02-2025;01-02-2025
3;No;left2@a.example;Lee;Cleo;;No;;No;01-02-2025;01-02-2025
4;Partly;open@a.example;Lee;Dora;;No;;Yes;01-02-2025;01-02-2025`.replaceAll(';;Yes;0', ';Confirmed;Yes;0'),
    ['EMAIL_BLOCKLISTED = Partly'],
  ],
  [
    'Brevo, by channel',
    `EMAIL,FIRSTNAME,_SUBSCRIBED,_BLOCKLISTED
in@a.example,Ann,email_marketing,
left@a.example,Bea,email_marketing,"sms_marketing,email_marketing"
open@a.example,Cleo,,`,
    ['_SUBSCRIBED = '],
  ],
  [
    'Kit',
    `first_name,email_address,state,created_at,tags
Ann,in@a.example,active,2025-03-03,creators
Bea,left1@a.example,cancelled,2025-03-03,
Cleo,left2@a.example,bounced,2025-03-03,
Dora,left3@a.example,complained,2025-03-03,
Eve,left4@a.example,inactive,2025-03-03,`,
    [],
  ],
  [
    'MailerLite',
    `Subscriber,Status,Sent,Opens,Clicks,Subscribed,Unsubscribed,Location,Name,Last name
in@a.example,Active,3,2,1,2025-01-01 10:00:00,,US,Ann,Lee
left1@a.example,Unsubscribed,3,2,1,2025-01-01 10:00:00,2025-02-01 10:00:00,US,Bea,
left2@a.example,Unconfirmed,0,0,0,,,US,Cleo,
left3@a.example,Bounced,0,0,0,2025-01-01 10:00:00,,US,Dora,
left4@a.example,Junk,0,0,0,2025-01-01 10:00:00,,US,Eve,`,
    [],
  ],
  [
    'Substack',
    `email,active_subscription,expiry,plan,email_disabled,digest_enabled,created_at,first_payment_at
in1@a.example,false,,other,false,false,2025-01-01T08:00:00Z,
in2@a.example,true,2027-01-01,yearly,false,true,2025-01-01T08:00:00Z,2025-06-01
left@a.example,false,,other,true,false,2025-01-01T08:00:00Z,`,
    [],
  ],
  [
    'beehiiv',
    `Email,Status,Created At,Subscription Tier,UTM Source
in@a.example,Active,2025-10-10 10:10:10,free,
left1@a.example,Inactive,2025-10-10 10:10:10,free,
left2@a.example,Pending,2025-10-10 10:10:10,free,
left3@a.example,Invalid,2025-10-10 10:10:10,premium,
left4@a.example,Validating,2025-10-10 10:10:10,free,
open@a.example,Needs Attention,2025-10-10 10:10:10,free,`,
    ['Status = Needs Attention'],
  ],
  [
    'Ghost',
    `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,in@a.example,Ann,Early supporter,true,false,,2025-01-15T10:00:00.000Z,,,
2,left1@a.example,Bea,,false,false,,2025-01-15T10:00:00.000Z,,,
3,left2@a.example,Cleo,,true,false,,2025-01-15T10:00:00.000Z,2025-02-15T10:00:00.000Z,,`,
    [],
  ],
  [
    'ActiveCampaign',
    `Email,First Name,Last Name,Phone,Organization,Date Created,Tags,Lists,Status
in@a.example,Ann,Lee,,,2025-01-01,,Readers,Active
left1@a.example,Bea,,,,2025-01-01,,Readers,Unsubscribed
left2@a.example,Cleo,,,,2025-01-01,,Readers,Unconfirmed
left3@a.example,Dora,,,,2025-01-01,,Readers,Bounced
open@a.example,Eve,,,,2025-01-01,,Readers,2`,
    ['Status = 2'],
  ],
  [
    'Klaviyo',
    `Email,Klaviyo ID,First Name,Last Name,Phone Number,City,State / Region,Source,IP Address,Email Marketing Consent,Email Marketing Consent Timestamp,SMS Marketing Consent,First Active,Last Active,Date Added,Email Suppressions
in1@a.example,1,Ann,Lee,,Austin,Texas,Form,,SUBSCRIBED,2025-01-01 10:00:00,NEVER_SUBSCRIBED,2025-01-01 10:00:00,2025-01-01 10:00:00,2025-01-01 10:00:00,[]
in2@a.example,2,Bea,,,,Ohio,Form,,SUBSCRIBED,,UNSUBSCRIBED,,,2025-01-01 10:00:00,
left1@a.example,3,Cleo,,,,,Form,,UNSUBSCRIBED,2025-01-01 10:00:00,SUBSCRIBED,,,,
left2@a.example,4,Dora,,,,,Form,,NEVER_SUBSCRIBED,,,,,,
left3@a.example,5,Eve,,,,,Form,,SUBSCRIBED,2025-01-01 10:00:00,,,,,['HARD_BOUNCE']
left4@a.example,6,Fay,,,,,Form,,SUBSCRIBED,2025-01-01 10:00:00,,,,,USER_SUPPRESSED
open@a.example,7,Gil,,,,,Form,,,,,,,,`,
    ['Email Marketing Consent = ', 'Email Marketing Consent Timestamp = '],
  ],
  [
    'Constant Contact',
    `Email address,First name,Last name,Email status,Email permission status,Email update source,Confirmed Opt-Out Date,Confirmed Opt-Out Source,Confirmed Opt-Out Reason,Email Lists,Tags,Created At
in@a.example,Ann,Lee,Active,Explicit,Contact,,,,Readers,,2025-01-01
left1@a.example,Bea,,Unsubscribed,Opted Out,Contact,2025-02-01,Contact,Too many,Readers,,2025-01-01
left2@a.example,Cleo,,Active,Pending,Account,,,,Readers,,2025-01-01
open1@a.example,Dora,,Active,Implied,Account,,,,Readers,,2025-01-01
open2@a.example,Eve,,Active,Not Set,Account,,,,Readers,,2025-01-01`,
    ['Email permission status = Implied', 'Email permission status = Not Set'],
  ],
  [
    'AWeber',
    `Email,Name,Message,Date Added,Verified,Stop Time,Stop Status,Ad Tracking,IP Address,Tags
in@a.example,Ann Lee,1,2025-01-01 10:00:00,2025-01-01 10:05:00,,,,1.2.3.4,
left1@a.example,Bea,1,2025-01-01 10:00:00,2025-01-01 10:05:00,2025-02-01 10:00:00,unsubscribed,,1.2.3.4,
left2@a.example,Cleo,1,2025-01-01 10:00:00,2025-01-01 10:05:00,2025-02-01 10:00:00,undeliverable,,1.2.3.4,
open@a.example,Dora,1,2025-01-01 10:00:00,,,,,1.2.3.4,`,
    ['Verified = '],
  ],
  [
    'GetResponse',
    `email,name,created_on,ip,cycle_day,removed_on,removal_reason
in@a.example,Ann Lee,2025-01-01 10:00:00,1.2.3.4,0,,
left@a.example,Bea,2025-01-01 10:00:00,1.2.3.4,0,2025-02-01 10:00:00,unsubscribe
open@a.example,Cleo,2025-01-01 10:00:00,1.2.3.4,0,,by hand`,
    ['removal_reason = by hand'],
  ],
  [
    'Campaign Monitor',
    `Email Address,Name,State,Date Subscribed,Consent to track
in@a.example,Ann Lee,Active,2025-01-01,Yes
left1@a.example,Bea,Unsubscribed,2025-01-01,Yes
left2@a.example,Cleo,Bounced,2025-01-01,Yes
left3@a.example,Dora,Deleted,2025-01-01,Yes
open@a.example,Eve,Active,2025-01-01,Unchanged`,
    ['Consent to track = Unchanged'],
  ],
  [
    'Buttondown',
    `email,notes,metadata,tags,referrer_url,subscriber_type,source,creation_date,unsubscription_date,unsubscription_reason,undeliverability_date
in1@a.example,,{},,https://a.example/,regular,form,2025-01-01,,,
in2@a.example,,{},,,premium,form,2025-01-01,,,
left1@a.example,,{},,,unsubscribed,form,2025-01-01,2025-02-01,Too many,
left2@a.example,,{},,,unactivated,form,2025-01-01,,,
left3@a.example,,{},,,undeliverable,form,2025-01-01,,,2025-02-01
left4@a.example,,{},,,spammy,form,2025-01-01,,,
open@a.example,,{},,,churned,form,2025-01-01,,,`,
    ['subscriber_type = churned'],
  ],
  [
    'Omnisend',
    `email,firstName,lastName,emailStatus,emailStatusDate,smsStatus,emailOptInDate,emailOptOutDate,tags
in@a.example,Ann,Lee,subscribed,2025-01-01T10:00:00Z,nonSubscribed,2025-01-01T10:00:00Z,,
left1@a.example,Bea,,unsubscribed,2025-01-01T10:00:00Z,,2025-01-01T10:00:00Z,2025-02-01T10:00:00Z,
left2@a.example,Cleo,,nonSubscribed,,,,,
open@a.example,Dora,,,,subscribed,,,`,
    ['emailStatus = ', 'emailOptInDate = '],
  ],
  [
    'listmonk',
    `uuid,email,name,attributes,status,created_at,updated_at
a,in@a.example,Ann Lee,{},enabled,2025-01-01T10:00:00Z,2025-01-01T10:00:00Z
b,left1@a.example,Bea,{},disabled,2025-01-01T10:00:00Z,2025-01-01T10:00:00Z
c,left2@a.example,Cleo,{},blocklisted,2025-01-01T10:00:00Z,2025-01-01T10:00:00Z`,
    [],
  ],
  [
    'The Newsletter Plugin',
    `Email;Name;Surname;Sex;Status;Date;Token
open1@a.example;Ann;Lee;n;C;2025-01-01 10:00:00;5f1a
open2@a.example;Bea;Lee;n;U;2025-01-01 10:00:00;5f1b`,
    ['Status = C', 'Status = U'],
  ],
  [
    'Mailjet',
    `email,name,IsExcludedFromCampaigns,IsOptInPending,IsUnsubscribed,IsSpamComplaining
in@a.example,Ann Lee,False,False,False,False
left1@a.example,Bea,True,False,False,False
left2@a.example,Cleo,False,True,False,False
left3@a.example,Dora,False,False,True,False
left4@a.example,Eve,False,False,False,True`,
    [],
  ],
  [
    'HubSpot',
    `Record ID,First Name,Last Name,Email,Unsubscribed from all email,Email hard bounce reason,Marketing contact status
1,Ann,Lee,in@a.example,,,Subscribed
2,Bea,,left@a.example,true,,Subscribed
3,Cleo,,open1@a.example,false,MAILBOX_FULL,Subscribed
4,Dora,,open2@a.example,false,,Non-marketing contact`,
    ['Email hard bounce reason = MAILBOX_FULL', 'Marketing contact status = Non-marketing contact'],
  ],
  [
    'Shopify',
    `First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Phone,Accepts SMS Marketing,Tags
Ann,Lee,in@a.example,yes,,,no,vip
Bea,,left@a.example,no,,,yes,`,
    [],
  ],
  [
    'CleverReach',
    `email;activated;deactivated;bounced;source;registered
in@a.example;2025-01-01 10:00:00;0;0;Form;2025-01-01 10:00:00
left1@a.example;2025-01-01 10:00:00;2025-02-01 10:00:00;0;Form;2025-01-01 10:00:00
left2@a.example;2025-01-01 10:00:00;0;1;Form;2025-01-01 10:00:00
left3@a.example;0;0;0;Form;2025-01-01 10:00:00`,
    [],
  ],
  [
    'a program in German',
    `E-Mail-Adresse;Vorname;Abgemeldet;Zustimmung
in@a.example;Ann;nein;ja
left1@a.example;Bea;ja;ja
left2@a.example;Cleo;nein;nein
open@a.example;Dora;nein;mündlich`,
    ['Zustimmung = mündlich'],
  ],
  [
    'a program whose column has an unknown name',
    `email,Zusatz,Land
in@a.example,active,DE
left@a.example,hard-bounced,DE
open@a.example,auf Eis,DE`,
    ['Zusatz = auf Eis'],
  ],
  [
    'a program with one row for each list',
    `email,list,List status
left@a.example,Readers,Subscribed
left@a.example,Shop,Unsubscribed`,
    [],
  ],
]

test.each(exports)('of the export of %s nobody is imported who gets no mail there', (_, csv, questions) => {
  const file = readSubscriberFile(csv)
  const read = file.rows.map(({ email, state }) => [email.split(/\d*@/)[0], state])
  const expected = { in: 'subscribed', open: 'open', left: 'left', suppressed: 'suppressed' } as Record<string, string>
  expect(read).toEqual(read.map(([kind]) => [kind, expected[kind!]]))
  expect(file.invalid).toEqual([])
  expect(file.questions.map(({ column, value }) => `${column} = ${value}`)).toEqual(questions)
  const said = file.questions.map(({ column, value }) => ({ column, value, meaning: 'left' as const }))
  expect(readSubscriberFile(csv, said).rows.map(({ state }) => state)).not.toContain('open')
})

test.each([
  ['Opt-in Status', 'Opted out', 'left'],
  ['doNotEmail', 'true', 'left'],
  ['Unsubscribed Date', '05/02/2026', 'left'],
  ['unsubscribed', 't', 'left'],
  ['Receive emails', 'no', 'left'],
  ['mailable', 'false', 'left'],
  ['Quarantined', 'yes', 'left'],
  ['Hard bounces', '0', 'subscribed'],
  ['Emails bounced', '3', 'open'],
  ['Bounce type', 'Hard', 'open'],
  ['Consent given', 'no consent', 'open'],
  ['Status', 'Unsubscribed (user)', 'open'],
  ['Statut', 'Désabonné', 'left'],
  ['Estado', 'Dado de baja', 'left'],
  ['Stav', 'odhlášen', 'left'],
  ['Stan', 'wypisany', 'left'],
  ['Zgoda', 'nie', 'left'],
  ['订阅状态', '已退订', 'left'],
  ['구독 상태', '해지', 'open'],
  ['State', 'TX', 'subscribed'],
  ['SMS Consent', 'no', 'subscribed'],
  ['Last active', '2026-01-01', 'subscribed'],
])('a column %s = %s leaves a reader %s', (column, value, state) => {
  expect(readSubscriberFile(`email,${column}\nann@a.example,${value}`).rows).toMatchObject([{ state }])
})

test('a decision is about one value of one column', () => {
  const csv = 'email,Status\na@a.example,VIP\nb@a.example,Gold\nc@a.example,VIP\nd@a.example,unsubscribed'
  const said = (value: string, meaning: 'subscribed' | 'left') => ({ column: 'Status', value, meaning })
  expect(readSubscriberFile(csv).questions).toEqual([
    { column: 'Status', value: 'VIP', rows: 2, meaning: null },
    { column: 'Status', value: 'Gold', rows: 1, meaning: null },
  ])
  const states = (...meanings: ReturnType<typeof said>[]) =>
    readSubscriberFile(csv, meanings).rows.map(({ state }) => state)
  expect(states(said('VIP', 'subscribed'))).toEqual(['subscribed', 'open', 'subscribed', 'left'])
  expect(states(said('VIP', 'subscribed'), said('Gold', 'left'))).toEqual(['subscribed', 'left', 'subscribed', 'left'])
  expect(states(said('unsubscribed', 'subscribed'))).toEqual(['open', 'open', 'open', 'left'])
})

test.each<[string, string, string[]]>([
  [
    'a title above its header',
    'MailPoet export\n\nEmail,Global status,List status\na@x.example,Unsubscribed,Unsubscribed\nb@x.example,Paused,Subscribed',
    ['left', 'open'],
  ],
  ['a title above its header, and semicolons', 'Readers\nEmail;Status\na@x.example;Paused', ['open']],
  ['lines of settings above its header', 'Exported on,May 5\nContact,Status\na@x.example,Paused', ['open']],
  ['a header that is narrower than its rows', 'Email,Name\na@x.example,Ann,unsubscribed', ['left']],
  ['an @ in its header', 'Email,Instagram @,Status\na@x.example,@ann,Paused', ['open']],
  ['an address in its first row that is wrong', 'Email,Status\na@,Paused\n,Active\nb@x.example,Paused', ['open']],
])('a file with %s is read by the names of its columns', (_, csv, states) => {
  expect(readSubscriberFile(csv).rows.map(({ state }) => state)).toEqual(states)
})

test.each([
  ['Exported by,me@shop.example\nEmail,First Name,Last Name\na@x.example,Ann,Lee'],
  ['Owner,me@shop.example,\nEmail,Instagram,Note\na@x.example,@ann,'],
  ['me@shop.example\n\nFirst Name,Last Name,E-Mail\nAnn,Lee,a@x.example'],
  ['Export for me@shop.example\nVorname;Nachname;E-Mail-Adresse\nAnn;Lee;a@x.example'],
  ['From: Shop <me@shop.example>\nEmail;Name\na@x.example;Ann Lee'],
])('an address in a title above the header is not a reader', (csv) => {
  const { rows, invalid } = readSubscriberFile(csv)
  expect(rows.map(({ email }) => email)).toEqual(['a@x.example'])
  expect(invalid).toEqual([])
})

test.each([
  ['a@x.example\nb@x.example\nc@x.example\nd@x.example\nEmail\ne@x.example', ['a', 'b', 'c', 'd', 'e']],
  ['Contact,Status,Reach by\na@x.example,Active,Phone\n,Active,Email\nb@x.example,Active,Phone', ['a', 'b']],
])('a row with the word Email below readers is not a header: %s', (csv, readers) => {
  const { rows, invalid } = readSubscriberFile(csv)
  expect(rows.map(({ email }) => email)).toEqual(readers.map((name) => `${name}@x.example`))
  expect(invalid).toHaveLength(1)
})

test('a first row with a wrong address is listed as invalid', () => {
  expect(readSubscriberFile('b@,Bea\nc@x.example,Cleo')).toMatchObject({
    rows: [{ name: 'Cleo' }],
    invalid: [{ line: 1, text: 'b@, Bea' }],
  })
})

test.each([
  ['Unsubscribed', 'open', ['❌', '*', '+', '?', '✗']],
  ['Unsubscribed', 'left', ['✓', '✔', '✔\ufe0f', '☑', '✅']],
  ['Unsubscribed', 'subscribed', ['', '-', '–', '—', '[]']],
  ['Subscribed', 'subscribed', ['✓', '✔', '☑', '✅']],
  ['Subscribed', 'open', ['', '-', '❌', '*']],
])('in a column %s these mean %s: %s', (column, state, cells) => {
  const rows = cells.map((cell, index) => `a${index}@x.example,${cell}`)
  const read = readSubscriberFile(`Email,${column}\n${rows.join('\n')}`).rows
  expect(read.map((row) => row.state)).toEqual(cells.map(() => state))
})

/** Columns of a writer about skincare, and others that may be about mail. */
test.each([
  ...['Clean beauty=yes', 'Sunblock=yes', 'Blocked pores=yes', 'Stopped retinol=yes', 'Pending orders=1'],
  ...['Cancelled orders=1', 'Soft bounces=1', 'Bounce count=1', 'Uses active ingredients=no', 'Verified buyer=no'],
  ...['Order confirmed=no', '2FA enabled=no', 'Skin agrees with acids=no', 'Cancelled order date=2025-01-01'],
  ...['Order status=cancelled', 'Poros bloqueados=si'],
  ...['Subscription state=paused', 'Subscription state=ended', 'Email state=Paused', 'Consent form=No'],
  ...['Signup form consent=declined', 'Consent method=no', 'Email Marketing=no', 'mail_ok=0', 'Email OK=no'],
  ...['Can be emailed=no', 'Mailing list=no', 'No mail=yes', 'Don’t email=yes', 'DNC=1', 'Marketing Suspended=1'],
  ...['Suspended=1', 'Declined=yes', 'Newsletter refused=yes', 'Paused=yes', 'Left list=yes', '配信状態=停止'],
  ...['登録解除=はい', 'حالة=غير نشط', 'إلغاء الاشتراك=نعم', 'סטטוס=לא', 'Κατάσταση=Ανενεργός', 'สถานะ=ยกเลิก'],
  ...['Situação=Parado', 'Newsletter wanted=no', 'Contact me=n'],
])('the owner says what %s means', (cell) => {
  const [column, value] = cell.split('=')
  const file = readSubscriberFile(`Email,${column}\na@x.example,${value}`)
  expect(file.rows).toMatchObject([{ state: 'open' }])
  expect(file.questions).toMatchObject([{ column, value, rows: 1 }])
})

test.each([
  ...[
    'Clean beauty=no',
    'Blocked pores=no',
    'Soft bounces=0',
    'Verified buyer=yes',
    'Consent source=Footer',
    'State=Ohio',
  ],
  ...['Home state=Texas', 'Contact ID=1', 'Contact ID=7', 'Emails sent=1', 'Email=a@x.example', 'Open rate=1'],
])('%s says nothing of the newsletter', (cell) => {
  const [column, value] = cell.split('=')
  expect(readSubscriberFile(`Email,${column}\na@x.example,${value}`).rows).toMatchObject([{ state: 'subscribed' }])
})

test.each([
  ...[
    'Unsubscribed=yes',
    'Is unsubscribed=1',
    'Bounced=yes',
    'Email opt-out=yes',
    'Opted out of emails=x',
    'email_disabled=true',
  ],
  ...['Blocklisted=yes', 'Subscribed=no', 'Opt-in=no', 'Newsletter opt in=no', 'Accepts marketing=no', 'Consent=no'],
  ...['Unsubscribe date=2025-01-01', 'Einwilligung Newsletter=nein', 'Désabonné=oui', 'Iscritto alla newsletter=no'],
  ...['Email status=inactive', 'Do not email=1', 'Confirmed=no'],
])('%s is known to mean no newsletter', (cell) => {
  const [column, value] = cell.split('=')
  expect(readSubscriberFile(`Email,${column}\na@x.example,${value}`).rows).toMatchObject([{ state: 'left' }])
})

test.each([
  ...['Subscriber', 'Is subscriber', 'Opted', 'Abo', 'Einverstanden', 'Aktiv', 'Aktiviert', 'Werbung erlaubt', 'DOI'],
  ...['Kontakt erlaubt', 'Actif', 'Activo', 'Attivo', 'Ativo', 'Actief', 'Активен', '有効', 'Assinante', 'Registrado'],
  ...['Tilmeldt', 'Prenumererar', 'Prenumerant', 'Subskrybuje', 'Zapisany', 'Aktywny', 'Tilaaja', 'Abone', 'Valid'],
  ...['Feliratkozva', 'Odebírá novinky', 'Infolettre', 'Wants updates', 'Keep in touch', 'Deliverable', 'Quux'],
])('no reader with a no in the column %s is imported without a question', (column) => {
  for (const no of ['no', 'nein', 'false', 'não', 'nie', 'nej', 'ei', 'hayır', 'nem', 'ne', 'нет', 'いいえ'])
    expect(statesOf(`Email,${column}\na@x.example,${no}\nb@x.example,yes`)[0]).toMatch(/open|left/)
  if (column !== 'Quux') expect(statesOf(`Email,${column}\na@x.example,0\nb@x.example,1`)[0]).toMatch(/open|left/)
})

test.each([
  ...['Left', 'Banned', 'Churned', 'Dead', 'Gone', 'Muted', 'Not interested', 'Former subscriber', 'Ex-subscriber'],
  ...['On hold', 'Snoozed'],
])('the owner says what a yes or a date in the column %s means', (column) => {
  expect(statesOf(`Email,${column}\na@x.example,yes\nb@x.example,2025-01-01\nc@x.example,`)).toEqual([
    'open',
    'open',
    'subscribed',
  ])
})

test('the column Abonniert is known, and Opted = out is a question', () => {
  const csv = 'Email,Abonniert\na@x.example,nein\nb@x.example,ja'
  expect(statesOf(csv)).toEqual(['left', 'subscribed'])
  expect(readSubscriberFile(csv).questions).toEqual([])
  expect(statesOf('Email,Opted\na@x.example,out\nb@x.example,yes')).toEqual(['open', 'subscribed'])
})

test.each([
  ...[
    'Status=Abonniert=Abgemeldet',
    'Status=Aktiv=Inaktiv',
    'Status=Bestätigt=Unbestätigt',
    'Status=Angemeldet=Gesperrt',
  ],
  ...['Statut=Abonné=Désabonné', 'Statut=Abonnée=Désinscrite', 'Statut=Inscrit=Bloqué', 'Estado=Suscrito=Rebotado'],
  ...[
    'Estado=Activa=Baja',
    'Situação=Assinante=Descadastrado',
    'Situação=Inscrita=Inativo',
    'Stato=Iscritto=Disiscritto',
  ],
  ...['Status=Ingeschreven=Uitgeschreven', 'Status=Geabonneerd=Geblokkeerd', 'Stan=Zapisany=Wypisany'],
  ...[
    'Stav=Přihlášen=Odhlášen',
    'Status=Prenumererar=Avregistrerad',
    'Status=Tilmeldt=Afmeldt',
    'Status=Påmeldt=Avmeldt',
  ],
  ...['Статус=Подписан=Отписан', 'Статус=Активен=Заблокирован', '订阅状态=已订阅=已退订', '状態=購読中=解約'],
])('the words of %s are known', (text) => {
  const [column, subscribed, left] = text.split('=')
  const file = readSubscriberFile(`Email;${column}\na@x.example;${subscribed}\nb@x.example;${left!.normalize('NFD')}`)
  expect(file.rows.map(({ state }) => state)).toEqual(['subscribed', 'left'])
  expect(file.questions).toEqual([])
})

test.each([
  ...['Sensitive skin=no', 'Vegan=yes', 'Tax exempt=no', 'Repeat customer=no', 'Message=1', 'Sex=n', 'About me=Hello'],
  ...['Subscriber name=Ann', 'Points left=3', 'Hair hold=strong', 'Country=NO'],
])('%s is not about the newsletter', (cell) => {
  const [column, value] = cell.split('=')
  expect(statesOf(`Email,${column}\na@x.example,${value}`)).toEqual(['subscribed'])
})

function statesOf(csv: string) {
  return readSubscriberFile(csv).rows.map(({ state }) => state)
}

test('a column with many values is one question', () => {
  const rows = Array.from({ length: 13 }, (_, index) => `reader-${index}@a.example,Agreed at stand ${index}`)
  const csv = `email,Consent\n${rows.join('\n')}`
  expect(readSubscriberFile(csv).questions).toEqual([{ column: 'Consent', value: null, rows: 13, meaning: null }])
  const decided = readSubscriberFile(csv, [{ column: 'Consent', value: null, meaning: 'subscribed' }])
  expect(decided.rows.every(({ state }) => state === 'subscribed')).toBe(true)
})

test('a file with more columns about status than any program has is refused', () => {
  const header = Array.from({ length: 51 }, (_, index) => `Status ${index}`)
  expect(() => readSubscriberFile(`email,${header.join(',')}\na@a.example`)).toThrow(
    'The file has more than 50 columns about the status of readers',
  )
})

test.each<[string, string, [email: string, name: string | null][], number]>([
  [
    'addresses in a line',
    'a@x.example, b@x.example, c@x.example',
    [
      ['a@x.example', null],
      ['b@x.example', null],
      ['c@x.example', null],
    ],
    0,
  ],
  [
    'addresses with semicolons',
    'a@x.example; b@x.example',
    [
      ['a@x.example', null],
      ['b@x.example', null],
    ],
    0,
  ],
  [
    'addresses with blanks',
    'a@x.example b@x.example',
    [
      ['a@x.example', null],
      ['b@x.example', null],
    ],
    0,
  ],
  [
    'the line of a mail program',
    'Ann Lee <ann@x.example>, <b@x.example>, "Lee, Bea" <bea@x.example>',
    [
      ['ann@x.example', 'Ann Lee'],
      ['b@x.example', null],
      ['bea@x.example', 'Lee, Bea'],
    ],
    0,
  ],
  ['Excel’s line of the separator', 'sep=;\r\nEmail;Name\r\nann@x.example;Ann', [['ann@x.example', 'Ann']], 0],
  ['a name before the address', 'Ann Lee,ann@x.example', [['ann@x.example', 'Ann Lee']], 0],
  [
    'a status, a number or a date next to the address',
    'a@x.example,active\n2,b@x.example,Bea\nc@x.example,2025-01-01\nd@x.example,May 5 2025,Dora\ne@x.example,Paused',
    [
      ['a@x.example', null],
      ['b@x.example', null],
      ['c@x.example', null],
      ['d@x.example', null],
      ['e@x.example', null],
    ],
    0,
  ],
  [
    'a number before the address',
    '1,b@x.example,Bea\n2,c@x.example,Cleo',
    [
      ['b@x.example', null],
      ['c@x.example', null],
    ],
    0,
  ],
  ['an address as a name', 'email,name\na@x.example,b@x.example', [['a@x.example', null]], 0],
  [
    'several addresses in a cell',
    'email,name\n"a@x.example, b@x.example",Ann',
    [
      ['a@x.example', null],
      ['b@x.example', null],
    ],
    0,
  ],
  [
    'a name in the cell of the address',
    'email\nAnn Lee <ann@x.example>\nmailto:b@x.example',
    [
      ['ann@x.example', 'Ann Lee'],
      ['b@x.example', null],
    ],
    0,
  ],
  [
    'an address that is wrong',
    'a@x.example, b@, c@x.example',
    [
      ['a@x.example', null],
      ['c@x.example', null],
    ],
    1,
  ],
  ['a blank in the address', 'email\nann lee@x.example', [], 1],
])('of a file with %s each reader is read, under no name of another', (_, csv, readers, invalid) => {
  const file = readSubscriberFile(csv)
  expect(file.rows.map(({ email, name }) => [email, name])).toEqual(readers)
  expect(file.invalid).toHaveLength(invalid)
})

test('a line of many addresses, and one that is only long, are read in linear time', { timeout: 5000 }, () => {
  const many = Array.from({ length: 5000 }, (_, index) => `Reader ${index} <reader-${index}@x.example>`).join(', ')
  expect(readSubscriberFile(many).rows).toHaveLength(5000)
  expect(readSubscriberFile(`@${'a '.repeat(200_000)}`).rows).toEqual([])
})
