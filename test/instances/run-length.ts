/** The durations and rates of `npm run test:instances`; otherwise short ones for `npm test`. */
export const isFull = process.env.INSTANCES === 'full'
