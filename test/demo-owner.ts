/** The account of the demo. */
export const owner = { username: 'admin', password: 'dewlight-demo' }
