import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Result, summaryOf } from './suite/summary'

/** Prints each check as it ends and a summary in words. Should a key have come so far, it goes no further. */
export default class SummaryReporter implements Reporter {
  /** By the upstream that was tested. */
  readonly #results = new Map<string, Result[]>()

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    this.#print(`${state === 'passed' ? '✓' : state === 'skipped' ? '–' : '✗'} ${test.name}`)
    const upstream = test.parent.type === 'suite' ? test.parent.name : 'The suite'
    this.#add(upstream, {
      title: test.name,
      outcome: test.meta().contractOutcome ?? null,
      errors: errorsOf(test),
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const early = [...errors, ...modules.flatMap((module) => module.errors())]
    for (const { message } of early) this.#add('The suite', { title: '', outcome: null, errors: [message] })
    for (const [upstream, results] of this.#results) this.#print(`\n== ${upstream}\n\n${summaryOf(results)}`)
  }

  #add(upstream: string, result: Result): void {
    this.#results.set(upstream, [...(this.#results.get(upstream) ?? []), result])
  }

  #print(text: string): void {
    const secret = process.env.PURSER_TEST_KEY?.slice(12)
    console.log(secret ? text.replaceAll(secret, '…') : text)
  }
}

const errorsOf = (test: TestCase): string[] => test.result().errors?.map(({ message }) => message) ?? []
