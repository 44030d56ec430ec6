declare module 'docker-modem/lib/http.js' {
  /** The only part of it that is used. */
  interface Protocol {
    request: unknown
  }
  const protocols: { readonly http: Protocol; readonly https: Protocol }
  export = protocols
}
