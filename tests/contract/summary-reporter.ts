import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { keyPrefix } from '@/lib/upstream/client'
import { type Result, summaryOf } from './suite/summary'

/**
 * Prints each check as it ends, and a summary in words. A key that has come this far is removed from the
 * text.
 */
export default class SummaryReporter implements Reporter {
  /** Results by upstream. */
  readonly #results = new Map<string, Result[]>()

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    const outcome = test.meta().providerOutcome
    // If the suite could not begin, its own error says everything.
    if (state === 'skipped' && !outcome) return
    this.#print(`${state === 'passed' ? '✓' : state === 'skipped' ? '–' : '✗'} ${test.name}`)
    const upstream = test.parent.type === 'suite' ? test.parent.name : 'The suite'
    this.#add(upstream, {
      title: test.name,
      outcome: outcome ?? null,
      errors: errorsOf(test),
    })
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const { message } of suite.errors()) this.#add(suite.name, broken(message))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const early = [...errors, ...modules.flatMap((module) => module.errors())]
    for (const { message } of early) this.#add('The suite', broken(message))
    for (const [upstream, results] of this.#results) this.#print(`\n== ${upstream}\n\n${summaryOf(results)}`)
  }

  #add(upstream: string, result: Result): void {
    this.#results.set(upstream, [...(this.#results.get(upstream) ?? []), result])
  }

  #print(text: string): void {
    const key = process.env.PURSER_TEST_KEY ?? ''
    const secret = key.slice(keyPrefix(key).length)
    console.log(secret ? text.replaceAll(secret, '…') : text)
  }
}

const broken = (message: string): Result => ({ title: 'The suite', outcome: null, errors: [message] })

const errorsOf = (test: TestCase): string[] => test.result().errors?.map(({ message }) => message) ?? []
