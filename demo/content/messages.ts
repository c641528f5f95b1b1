import type { SpamReason } from '../../src/contract/audience/contact-messages.ts'

export type DemoMessage = {
  name: string
  email: string
  subject: string
  message: string
  hoursAgo: number
  isRead: boolean
  spamReason?: SpamReason
}

/** Messages of readers and brands to a skincare blogger, the newest first. */
export const demoMessages: DemoMessage[] = [
  {
    name: 'Priya Raman',
    email: 'priya.raman@mail.example',
    subject: 'Sunscreen that does not sting my eyes',
    message:
      'Hi Nora,\n\nI read your piece on mineral and chemical filters and finally understand why mine runs into my eyes at the gym. Would you use a stick around the eyes and a lotion everywhere else, or is that overthinking it?\n\nThank you for writing so calmly about all this.\nPriya',
    hoursAgo: 3,
    isRead: false,
  },
  {
    name: 'Tom Haldane',
    email: 'tom@fernandtallow.example',
    subject: 'Product review: our oat cleanser',
    message:
      'Hello Nora,\n\nI run a small workshop that makes an unscented oat cleanser, and I would love to send you a bottle. No strings: if you do not like it, you need not write a word, and if you do write, please say what you think.\n\nWould that fit, and where could I send it?\n\nTom Haldane\nFern & Tallow',
    hoursAgo: 9,
    isRead: false,
  },
  {
    name: 'Grace Oduya',
    email: 'grace.oduya@mail.example',
    subject: 'A typo in the retinol article',
    message:
      'Just a small one: in the part about the first four weeks it says "twice night" where I think you mean "two nights a week". I nearly got it wrong, so I thought I would tell you. Love the site!',
    hoursAgo: 26,
    isRead: false,
  },
  {
    name: 'Marguerite Soto',
    email: 'msoto@mail.example',
    subject: 'Routine for my teenage son',
    message:
      'My son is fourteen and has started to ask about his skin, which I do not want to make a big thing of. Which of your guides would you give him first? He will do two steps at most, and only if they are quick.\n\nMarguerite',
    hoursAgo: 51,
    isRead: true,
  },
  {
    name: 'Lena Vogt',
    email: 'lena@kiteandco.example',
    subject: 'Brand partnership for the spring',
    message:
      'Dear Nora,\n\nwe look after three small skincare brands and are planning their spring. Your readers are exactly the beginners they make their products for. Could you send us your media kit and your rates for one honest article with a product box?\n\nWe never ask to read a text before it is published.\n\nBest,\nLena Vogt\nKite & Co',
    hoursAgo: 75,
    isRead: false,
  },
  {
    name: 'Ruth Abiodun',
    email: 'ruth.abiodun@mail.example',
    subject: 'Thank you for the patch test guide',
    message:
      'I have thrown money at my face for ten years and never once tested anything first. Your guide saved me from a serum that turned my arm bright red in a day. My cheeks thank you.',
    hoursAgo: 98,
    isRead: true,
  },
  {
    name: 'Dev Malhotra',
    email: 'dev.malhotra@mail.example',
    subject: 'Guest post about shaving and sensitive skin',
    message:
      'Hi Nora, I am a barber and see the same razor burn every day. I would like to write 800 words for your readers about shaving when your skin is easily upset: water, direction, and what to leave off afterwards. No links, no product. Would you read a draft?',
    hoursAgo: 130,
    isRead: true,
  },
  {
    name: 'Claire Bonham',
    email: 'claire.bonham@mail.example',
    subject: 'Link in the winter checklist',
    message:
      'The shop page for the balm in your winter checklist says the product is sold out. Is there another one you would choose instead? I have very dry hands and a garden to look after.',
    hoursAgo: 171,
    isRead: true,
  },
  {
    name: 'Yuki Tanabe',
    email: 'yuki.tanabe@mail.example',
    subject: 'Translating one of your guides',
    message:
      'Hello! I teach English to adults in Osaka and we read your first routine together in class. May I print it for twelve students, with your name and address on it? They liked that there are no miracles in it.',
    hoursAgo: 240,
    isRead: true,
  },
  {
    name: 'Hannah Price',
    email: 'hannah.price@mail.example',
    subject: 'Niacinamide and vitamin C together?',
    message:
      'Every second page tells me never to use them together, and yours says it does not matter. Could you add where that story comes from? I would like to send it to my sister and be done with it.',
    hoursAgo: 333,
    isRead: true,
  },
  {
    name: 'SEO Experts Team',
    email: 'rank.first@growth-now.example',
    subject: 'We put your website on page 1 !!!',
    message:
      'Dear website owner, we checked your site and found 37 ERRORS. See our packages: https://growth-now.example/gold https://growth-now.example/platinum https://growth-now.example/diamond https://growth-now.example/order. Only today 70% off!',
    hoursAgo: 31,
    isRead: false,
    spamReason: 'links',
  },
  {
    name: 'Robertvop',
    email: 'robertvop@inbox-offers.example',
    subject: 'Quick loans without questions',
    message: 'Get the money today, no papers, no questions asked. Answer this message and our manager will call you.',
    hoursAgo: 118,
    isRead: false,
    spamReason: 'hidden-field',
  },
]
