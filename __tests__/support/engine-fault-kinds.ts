import { answered, type Fault } from './engine-faults.ts'

const refused = (status: string, message: string): Fault => ({
  kind: 'answer',
  answer: answered(status, JSON.stringify({ message })),
})
const success = (body: string): Fault => ({ kind: 'answer', answer: answered('200 OK', body) })

/** Everything that an answer can be but the right one, save those that need time. */
export const FAULTS = {
  gone: { kind: 'gone' },
  cut: { kind: 'cut' },
  '500': refused('500 Internal Server Error', 'a fault for a test'),
  '404': refused('404 Not Found', 'a fault for a test'),
  '409': refused('409 Conflict', 'a fault for a test'),
  '429': refused('429 Too Many Requests', 'a fault for a test'),
  '503': refused('503 Service Unavailable', 'a fault for a test'),
  'reset in mid-answer': {
    kind: 'answer',
    answer: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"Id":',
  },
  empty: success(''),
  nonsense: success('{"Id": nonsense'),
  'HTML of a proxy': {
    kind: 'answer',
    answer: answered('502 Bad Gateway', '<html><h1>502 Bad Gateway</h1></html>', 'text/html'),
  },
  'HTML as a success': success('<!doctype html><title>Sign in</title>'),
  'wrong types': success(JSON.stringify({ Id: 5, Warnings: 'none', StatusCode: '0', State: [], Os: 1, Version: {} })),
  'a list': success('[]'),
  'a longer length': { kind: 'answer', answer: answered('200 OK', '{}', 'application/json', 100) },
  'a shorter length': { kind: 'answer', answer: answered('200 OK', '{"Id":"x"}', 'application/json', 3) },
  'not HTTP': { kind: 'answer', answer: 'SSH-2.0-OpenSSH_9.2\r\n' },
  'endless refusal': {
    kind: 'answer',
    answer: 'HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r\n',
    then: 'endless',
  },
  'endless answer': {
    kind: 'answer',
    answer: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"',
    then: 'endless',
  },
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof FAULTS
