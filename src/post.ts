import { postMain } from './post-main.ts'

process.exit(await postMain(process.env))
