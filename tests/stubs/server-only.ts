// `server-only` throws outside a React server build; tests run server code in plain Node.
export {}
