import { main } from './main.ts'

// An exit by name: a connection that an engine or GitHub keeps open must not keep the job.
process.exit(await main(process.env))
