import * as z from 'zod/mini'
import { RHYTHM } from '../audience/sign-up-words.ts'
import {
  charactersUpTo,
  emailAddress,
  line,
  paragraph,
  pictureAddress,
  sentence,
  webAddress,
  wellFormed,
} from '../platform/text-fields.ts'
import { trimTyped } from '../platform/typed-text.ts'
import { isWebUrl, mediaKey } from '../platform/urls.ts'
import { currencyFault } from '../shop/prices.ts'
import { canonicalLanguage, clocks, DEFAULT_LANGUAGE, dateStyles, LANGUAGE_RULE, languageName } from './region.ts'

/**
 * Everything about one setting. Its stored value, what the owner may send, its control in the admin and its name in the
 * audit trail follow from its entry in `settingsSections`.
 */
export type SettingField = {
  label: string
  control: 'line' | 'text' | 'image' | 'time-zone' | 'currency' | 'language' | 'email' | 'address' | 'choice'
  hint?: string
  /** The labels of a `choice` by value, in their order. */
  choices?: Record<string, string>
  /** Lines of a `text` control. */
  rows?: number
  default: string
  /** The screen on which the owner edits it instead; the section then shows this sentence and the link. */
  home?: { text: string; link: string; href: string }
  /** Characters that a stored value has at most. */
  max: number
  /** Validates what the owner enters. */
  input: z.ZodMiniType<string, string>
}

const URL_MAX = 300
/** Profiles of the author. */
const LINKS_MAX = 8

type Details = Partial<Pick<SettingField, 'default' | 'max' | 'hint' | 'rows' | 'home'>>
type TextDetails = Details & { max: number; min?: number; tooShort?: string }

function lineField(label: string, { min = 0, tooShort = 'Required', ...details }: TextDetails): SettingField {
  return { label, control: 'line', default: '', ...details, input: line(min, details.max, tooShort) }
}

function textField(label: string, { min = 0, tooShort = 'Required', ...details }: TextDetails): SettingField {
  return { label, control: 'text', default: '', ...details, input: paragraph(min, details.max, tooShort) }
}

/** A text that may be empty, and has at least `min` characters if it is not. */
function optionalTextField(
  label: string,
  { min, tooShort, ...details }: Required<Omit<TextDetails, 'home'>>,
): SettingField {
  const isEnough = (text: string) => text === '' || text.length >= min
  const input = paragraph(0, details.max, '').check(z.refine(isEnough, tooShort))
  return { label, control: 'text', ...details, input }
}

const heading = (label: string, text: string, hint?: string) =>
  lineField(label, { default: text, max: 80, min: 1, tooShort: 'Please write a heading', ...(hint ? { hint } : {}) })

const imageMessage = 'Please choose an image of the media library'

function imageField(label: string, details: Details = {}): SettingField {
  const input = pictureAddress({ max: URL_MAX, message: imageMessage, isOptional: true })
  return { label, control: 'image', default: '', max: URL_MAX, ...details, input }
}

/** The URL of a variant of an image of the media library, or empty. */
function libraryImageField(label: string, details: Details = {}): SettingField {
  const input = z.string({ error: 'Required' }).check(
    z.overwrite(trimTyped),
    z.refine((text) => text === '' || mediaKey(text) !== undefined, imageMessage),
    charactersUpTo(URL_MAX),
  )
  return { label, control: 'image', default: '', max: URL_MAX, ...details, input }
}

function addressField(label: string, details: Details = {}): SettingField {
  const message = 'Please enter an address that begins with https://'
  const input = webAddress({ max: URL_MAX, message, isOptional: true })
  return { label, control: 'address', default: '', max: URL_MAX, ...details, input }
}

/** '' leaves the choice to the region of the readers. */
function switchField(label: string, hint: string): SettingField {
  const choices = { '': 'As usual for your readers', on: 'Shown', off: 'Not shown' }
  const input = z.enum(['', 'on', 'off'], 'Please choose one of the list')
  return { label, control: 'choice', choices, default: '', max: 3, hint, input }
}

/** 'yes' or 'no'. */
function yesNoField(label: string, details: { default: 'yes' | 'no'; hint: string }): SettingField {
  const input = z.enum(['yes', 'no'], 'Please choose yes or no')
  return { label, control: 'choice', choices: { yes: 'Shown', no: 'Not shown' }, max: 3, ...details, input }
}

/** One of the values of `choices`; '' while the owner has not chosen. */
function choiceField(
  label: string,
  choices: Record<string, string>,
  hint: string,
  unchosen = 'Not chosen yet',
): SettingField {
  const all = { '': unchosen, ...choices }
  const input = z.enum(Object.keys(all), 'Please choose one of the list')
  return { label, control: 'choice', choices: all, default: '', max: 20, hint, input }
}

/** One of the values of `choices`, of which '' follows the language. */
function regionField(label: string, choices: Record<string, string>, hint: string): SettingField {
  const input = z.enum(Object.keys(choices), 'Please choose one of the list')
  return { label, control: 'choice', choices, default: '', max: 10, hint, input }
}

function emailField(label: string, details: Details = {}): SettingField {
  const input = z.union([z.literal(''), emailAddress()], 'Please enter a valid email address')
  return { label, control: 'email', default: '', max: 254, ...details, input }
}

/** Addresses of other sites, one a line, without blank lines. */
function linkLines() {
  return z.string({ error: 'Required' }).check(
    z.overwrite((text) => text.split('\n').map(trimTyped).filter(Boolean).join('\n')),
    wellFormed(),
    charactersUpTo(LINKS_MAX * URL_MAX),
    z.refine((text) => text === '' || text.split('\n').length <= LINKS_MAX, 'Please write at most eight addresses'),
    z.refine(
      (text) =>
        text === '' ||
        text.split('\n').every((address) => address.length <= URL_MAX && /^https:/i.test(address) && isWebUrl(address)),
      'Please write one address that begins with https:// in each line',
    ),
  )
}

/** A name of the time zone database, or UTC, which `supportedValuesOf` leaves out. */
function isTimeZone(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
}

/** The groups of the settings, in the order of the admin. */
export const settingsGroups = {
  site: 'Site',
  texts: 'Articles and shop',
  readers: 'Mail and readers',
  safety: 'Account and safety',
} as const
export type SettingsGroup = keyof typeof settingsGroups

const aboutHome = { text: 'The About page is written under Pages.', link: 'Pages', href: '/admin/pages' }
const logoHome = { text: 'The logo is set in Appearance.', link: 'Appearance', href: '/admin/appearance' }

/** The settings by section, in the order of the admin. No default names a person or makes a claim. */
export const settingsSections = {
  brand: {
    label: 'Brand',
    group: 'site',
    description: 'The name and face of the site, on every page, in feeds and when a page is shared.',
    fields: {
      brand: lineField('Site name', { default: 'Dewlight', max: 60, min: 1, tooShort: 'Please give the site a name' }),
      tagline: lineField('Tagline', {
        default: 'Expert advice and product recommendations for your skincare journey.',
        max: 200,
        hint: 'Stands in the footer.',
      }),
      description: textField('Description', {
        default:
          'Plain-spoken skincare for beginners: gentle routines, ingredient guides and honest product recommendations.',
        max: 300,
        hint: 'What search engines and feed readers say about the site. Up to 160 characters are usually shown.',
      }),
      logo: libraryImageField('Logo', { home: logoHome }),
    },
  },
  home: {
    label: 'Home page',
    group: 'site',
    description: 'The first thing that a new reader sees.',
    fields: {
      heroTitle: lineField('Headline', {
        default: 'Build a skincare routine with confidence',
        max: 120,
        min: 1,
        tooShort: 'Please write a headline',
      }),
      heroText: textField('Text below the headline', {
        default:
          'Clear, honest guides for beginners: what each step does, what you can skip, and the few products that are worth your money.',
        max: 300,
      }),
      heroImage: imageField('Background image'),
      categoriesHeading: heading('Heading of the categories', 'Style Categories'),
      featuredHeading: heading('Heading of the featured posts', 'Featured Posts'),
      productsHeading: heading('Heading of the products', 'Shop Recommended Products'),
    },
  },
  'blog-and-shop': {
    label: 'Blog & shop',
    group: 'texts',
    description: 'Headings, the label on cards, and the sentence about affiliate links.',
    fields: {
      postsHeading: heading(
        'Heading of the blog',
        'Latest Style Inspiration',
        'Also above the latest posts on the home page.',
      ),
      /** A fixed label on every card, or each post's own category when empty. */
      cardBadge: lineField('Card badge', {
        default: 'Fashion',
        max: 40,
        hint: 'A label on every post card. Leave it empty to show each post’s own category.',
      }),
      shopHeading: heading('Heading of the shop', 'Shop My Looks'),
      disclosure: textField('Affiliate disclosure', {
        default:
          'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
        max: 600,
        min: 10,
        tooShort: 'Please say that the links earn a commission: readers, and the law, expect it',
        rows: 4,
      }),
    },
  },
  newsletter: {
    label: 'Newsletter',
    group: 'readers',
    description: 'Where readers can sign up besides the home page and the newsletter page, and what they agree to.',
    fields: {
      newsletterAfterArticles: yesNoField('Form after articles', {
        default: 'yes',
        hint: 'Stands where readers have just finished an article.',
      }),
      newsletterInFooter: yesNoField('Form in the footer', {
        default: 'yes',
        hint: 'One line on every page that has no other form for it.',
      }),
      newsletterRhythm: lineField('How often it comes', {
        default: RHYTHM,
        max: 60,
        min: 1,
        tooShort: 'Please say how often: readers agree to it',
        hint: 'Stands below every form, such as “once a week”. It is stored with each sign-up.',
      }),
    },
  },
  about: {
    label: 'About',
    group: 'site',
    description: 'Who writes here.',
    fields: {
      /** On the page until the owner publishes hers. */
      aboutText: textField('About text', { max: 10_000, home: aboutHome }),
      aboutImage: imageField('Picture', { home: aboutHome }),
    },
  },
  author: {
    label: 'Author',
    group: 'site',
    description:
      'Stands above and below every article, and tells search engines who wrote it. Without a name nothing is shown.',
    fields: {
      authorName: lineField('Name', { max: 80 }),
      authorBio: textField('Short biography', { max: 400, hint: 'Two or three sentences, below every article.' }),
      authorImage: libraryImageField('Portrait'),
      authorLinks: {
        label: 'Profiles elsewhere',
        control: 'text',
        default: '',
        max: LINKS_MAX * URL_MAX,
        hint: 'One address with https:// a line, at most eight.',
        input: linkLines(),
      },
    },
  },
  contact: {
    label: 'Contact & social',
    group: 'site',
    description: 'Shown on the contact page; what is empty is left out.',
    fields: {
      email: emailField('Email'),
      location: lineField('Location', { max: 120 }),
      collaborations: textField('Collaborations that you offer', {
        default: [
          'Brand partnerships: Longer projects that teach beginners something, with the partnership named in the first lines.',
          'Affiliate opportunities: Programs for gentle products that suit beginners.',
          'Product reviews: Something beginners may need: what it is, what it costs and what makes it different.',
          'Guest posts: Plain-spoken pieces for people who are new to skincare, from those who know their subject.',
          'Social collaborations: Pin boards, routines side by side and questions answered together.',
        ].join('\n'),
        max: 2000,
        rows: 8,
        hint: 'One a line, with a colon after its title. While it is empty, the page offers none.',
      }),
      pinterest: addressField('Pinterest', { hint: 'Also in the header and the footer.' }),
      instagram: addressField('Instagram'),
      x: addressField('X'),
      facebook: addressField('Facebook'),
      youtube: addressField('YouTube'),
      tiktok: addressField('TikTok'),
    },
  },
  facts: {
    label: 'Legal facts',
    group: 'site',
    description:
      'What the privacy policy, the imprint and every mail have to say about you. Only you know it, so nothing is assumed.',
    fields: {
      ownerName: lineField('Your name or that of your business', {
        max: 120,
        hint: 'Who is responsible for the site. Stands below every newsletter.',
      }),
      postalAddress: textField('Postal address', {
        max: 300,
        rows: 4,
        hint: 'A PO box is enough in many countries. The law wants it in every newsletter.',
      }),
      privacyEmail: emailField('Email for questions about data', { hint: 'Empty for the email of the contact page.' }),
      serverCountry: lineField('Country of the servers', {
        max: 80,
        hint: 'Where the computer stands that this site runs on.',
      }),
      processors: textField('Companies that process data for you', {
        max: 1500,
        rows: 5,
        hint: 'One a line with its country, such as “Fernhost, Germany: servers”: host, mail server, storage of backups.',
      }),
      authority: lineField('Data protection authority', {
        max: 200,
        hint: 'Where readers can complain, such as the authority of your state or country.',
      }),
      children: choiceField(
        'Children',
        { no: 'Not meant for children under 16', yes: 'Also meant for children under 16' },
        'What the privacy policy says about them.',
      ),
      readers: choiceField(
        'Readers are mainly in',
        { us: 'United States', uk: 'United Kingdom', de: 'Germany, Austria or Switzerland', other: 'Other countries' },
        'Chooses the words for advertising that these readers know.',
      ),
      imprint: choiceField(
        'Imprint',
        { yes: 'Shown', no: 'Not shown' },
        'A page with your name and addresses, linked in the footer. The law of Germany, Austria and Switzerland wants it.',
        'As the readers expect it',
      ),
    },
  },
  labels: {
    label: 'Labels',
    group: 'texts',
    description:
      'The words for advertising. They follow from “Readers are mainly in” among the legal facts; what you write here takes their place.',
    fields: {
      adWord: lineField('Word for an ad', {
        max: 20,
        hint: 'Above titles, on cards and behind links. Empty: “Ad”, or “Anzeige” for readers in Germany, Austria or Switzerland.',
      }),
      articleDisclosure: optionalTextField('Sentence in articles', {
        default: '',
        max: 300,
        rows: 3,
        min: 10,
        tooShort: 'Please say that the links earn a commission: readers, and the law, expect it',
        hint: 'Stands before the first affiliate link of an article or a newsletter. Empty: “This page contains affiliate links.”, or its like in the words of your readers.',
      }),
      cardLabels: switchField(
        'Label cards of articles with affiliate links',
        'Expected in the United Kingdom and in Germany, Austria and Switzerland, so it is on for readers there.',
      ),
      linkLabels: switchField(
        'Label behind affiliate links',
        'A short word behind each one. On for readers in the United Kingdom, Germany, Austria and Switzerland.',
      ),
    },
  },
  retention: {
    label: 'Retention',
    group: 'readers',
    description: 'How long the site keeps what readers send you. Spam is deleted after 90 days in any case.',
    fields: {
      messagesKept: {
        label: 'Delete messages',
        control: 'choice',
        choices: { never: 'Never', '1': 'After 1 year', '2': 'After 2 years' },
        hint: 'Messages of the contact form, with your replies. They are deleted for good, each hour.',
        default: 'never',
        max: 5,
        input: z.enum(['never', '1', '2'], 'Please choose one of the list'),
      },
    },
  },
  region: {
    label: 'Region',
    group: 'site',
    description: 'Where the site is at home: its time, its money, its language.',
    fields: {
      timeZone: {
        label: 'Time zone',
        control: 'time-zone',
        hint: 'Posts appear and days begin by it.',
        default: 'America/New_York',
        max: 64,
        input: z
          .string({ error: 'Required' })
          .check(z.refine((zone) => isTimeZone(zone), 'Please choose a time zone of the list')),
      },
      /** ISO 4217. */
      currency: {
        label: 'Currency',
        control: 'currency',
        hint: 'Of new products and of Analytics.',
        default: 'USD',
        max: 3,
        input: z.string({ error: 'Required' }).check(sentence(currencyFault)),
      },
      /** BCP 47. */
      language: {
        label: 'Language',
        control: 'language',
        hint: 'The one you write in. Browsers, screen readers and search engines are told it, and dates are written in it. The words of the site itself, such as its buttons, stay English.',
        default: DEFAULT_LANGUAGE,
        max: 35,
        input: z.string({ error: 'Required' }).check(
          z.overwrite(canonicalLanguage),
          charactersUpTo(35),
          z.refine((code) => languageName(code) !== undefined, LANGUAGE_RULE),
        ),
      },
      dateStyle: regionField('Dates', dateStyles, 'On the site, in feeds and mails, and here.'),
      clock: regionField('Times', clocks, 'In mails, and here.'),
    },
  },
} satisfies Record<
  string,
  { label: string; group: SettingsGroup; description: string; fields: Record<string, SettingField> }
>

type KeysOf<Section> = Section extends { fields: infer Fields } ? keyof Fields & string : never
export type SettingKey = KeysOf<(typeof settingsSections)[keyof typeof settingsSections]>

/** An object with one property for each setting, for example the shape of a schema. */
export function mapSettings<Value>(toValue: (field: SettingField) => Value): Record<SettingKey, Value> {
  const fields = Object.values(settingsSections).flatMap((section) => Object.entries<SettingField>(section.fields))
  return Object.fromEntries(fields.map(([key, field]) => [key, toValue(field)])) as Record<SettingKey, Value>
}

export const settingFields = mapSettings((field) => field)
