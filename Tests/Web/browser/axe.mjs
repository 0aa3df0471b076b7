// axe-core, which checks the accessibility of a page.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'

const file = new URL('../../../.build/axe/axe.min.js', import.meta.url)

/** Fewer rules than these apply to no page of ours: then axe-core has not looked at it. */
const MIN_RULES = 10

/** Why tests with axe-core are skipped; false if it is there. */
export const isAxeMissing = !existsSync(file) && 'axe-core is not there: `packaging/axe.sh` downloads it'

/** Fails for each finding of axe-core on the page as it is now. */
export async function checkWithAxe(page) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(`() => { ${readFileSync(file, 'utf8')} }`)
  const { violations, rules } = await page.evaluate(async () => {
    const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] })
    return {
      rules: passes.length,
      violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90))}`),
    }
  })
  assert.deepEqual(violations, [])
  assert.ok(rules >= MIN_RULES, `${rules} rules apply`)
}
