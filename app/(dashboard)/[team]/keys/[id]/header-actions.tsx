import { KeyMenu, ReplaceKeyForm } from '@/components/keys'
import { FormDrawer } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import {
  checkKeyAction,
  deleteKeyAction,
  disableKeyAction,
  enableKeyAction,
  replaceKeyAction,
  reportLeakAction,
} from '../actions'
import { gatewayKeysByKey } from '../key-rows'

/** For admins: another key in the place of this one, and what else can be done to it. */
export async function KeyHeaderActions({ ctx, shown }: { readonly ctx: TeamCtx; readonly shown: KeyView }) {
  const { slug } = ctx.team
  const boundTo = await gatewayKeysByKey(ctx)
  return (
    <>
      <FormDrawer label="Replace key" title="Replace this key" variant="default">
        <ReplaceKeyForm team={slug} keyId={shown.id} replaceKey={replaceKeyAction} />
      </FormDrawer>
      <KeyMenu
        team={slug}
        row={{ ...shown, gatewayKeys: boundTo(shown.id) }}
        checkKey={checkKeyAction}
        disableKey={disableKeyAction}
        enableKey={enableKeyAction}
        deleteKey={deleteKeyAction}
        reportLeak={reportLeakAction}
      />
    </>
  )
}
