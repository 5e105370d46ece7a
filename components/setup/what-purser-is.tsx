/** Explains Purser in one sentence to someone who sees it for the first time, and whether anything here is real. */
export const WhatPurserIs = ({ isSandbox }: { readonly isSandbox: boolean }) => (
  <>
    Purser shows a team what it spends at a paid social data API, runs its searches, and keeps its keys on the
    server.
    {isSandbox &&
      ' This installation uses the built-in sandbox: its posts, people and credits are made up, and nothing is charged.'}
  </>
)
