import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { type GitHubApi } from '../../src/publish/github-api.ts'
import { connectGitHub } from '../../src/publish/octokit-api.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const USER = '{"login":"maintainer"}'
let server: Server | null = null
let requests: IncomingMessage[] = []

/** A server that answers badly on purpose: what the stand-in, which answers as GitHub does, can't be made to do. */
async function against(handler: Handler, timeoutMs = 5000): Promise<GitHubApi> {
  requests = []
  const listening = createServer((request, response) => {
    requests.push(request)
    handler(request, response)
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const apiUrl = `http://127.0.0.1:${address.port}`
  const sleep = (): Promise<void> => Promise.resolve()
  return connectGitHub({ token: 'secret-token', apiUrl, repository: 'octo/repo', hurry: null, timeoutMs, sleep })
}

afterEach(async () => {
  const closing = server
  server = null
  if (closing === null) return
  closing.closeAllConnections()
  await new Promise((resolve) => closing.close(resolve))
})

const cutOff: Handler = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' })
  response.write(USER, () => response.destroy())
}

describe('a body that breaks off', () => {
  test('is a lost answer, not an empty one: reading is repeated', async () => {
    const api = await against(cutOff)
    await expect(api.whoAmI()).rejects.toMatchObject({ kind: 'network', maybeDone: true })
    expect(requests).toHaveLength(3)
  })

  test('and creating is not', async () => {
    const api = await against(cutOff)
    await expect(api.createComment(1, 'x')).rejects.toMatchObject({ kind: 'network', maybeDone: true })
    expect(requests).toHaveLength(1)
  })
})

test('a body that never ends is a timeout', async () => {
  const api = await against((_, response) => {
    response.writeHead(200, JSON_TYPE)
    response.write('{"login":')
  }, 80)
  await expect(api.createComment(1, 'x')).rejects.toMatchObject({ kind: 'timeout', maybeDone: true })
})

test('an error page of something in between is told by its status', async () => {
  const api = await against((_, response) => {
    response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>')
  })
  await expect(api.whoAmI()).rejects.toMatchObject({ kind: 'invalid' })
})

test('a content type that is none is survived', async () => {
  const api = await against((_, response) => {
    response.writeHead(200, { 'content-type': ';;;' }).end(USER)
  })
  await expect(api.whoAmI()).rejects.toMatchObject({ code: 'publish' })
})

test('something that doesn’t speak HTTP is the network’s trouble', async () => {
  const api = await against((request) => {
    request.socket.end('SSH-2.0-OpenSSH_9.2\r\n')
  })
  await expect(api.whoAmI()).rejects.toMatchObject({ kind: 'network' })
})

describe('requests', () => {
  test('carry the token, ask for nothing beyond the path, and name no repository where there is none', async () => {
    const api = await against((_, response) => response.writeHead(200, JSON_TYPE).end(USER))
    expect(await api.whoAmI()).toBe('maintainer')
    expect(requests).toMatchObject([{ url: '/user', headers: { authorization: 'token secret-token' } }])
  })

  test('that GitHub calls deprecated print nothing into the log', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const api = await against((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, deprecation: 'Sat, 01 Jan 2028 00:00:00 GMT' }).end(USER)
    })
    await api.whoAmI()
    expect(warn).not.toHaveBeenCalled()
  })

  test('never show the token in what they are refused with', async () => {
    const api = await against((_, response) => response.writeHead(500, JSON_TYPE).end('{"message":"no"}'))
    const thrown: unknown = await api.createComment(1, 'x').catch((error: unknown) => error)
    expect(thrown).toMatchObject({ kind: 'server', detail: 'no' })
    expect(inspect(thrown, { depth: 10, showHidden: true })).not.toContain('secret-token')
  })
})
