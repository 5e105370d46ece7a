import { elsewhereOf, teamKeyService, teamProvider } from '@/app/_server'
import { KeyMenu, ReplaceKeyForm, SetRateForm } from '@/components/keys'
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
  setKeyRateAction,
} from '../actions'
import { gatewayKeysByKey } from '../key-rows'

/** Offers admins to replace the key, and the other actions on it. */
export async function KeyHeaderActions({ ctx, shown }: { readonly ctx: TeamCtx; readonly shown: KeyView }) {
  const { slug } = ctx.team
  const [boundTo, service, elsewhere, { provider }] = await Promise.all([
    gatewayKeysByKey(ctx),
    teamKeyService(ctx),
    elsewhereOf(ctx),
    teamProvider(ctx),
  ])
  const tellsRate = provider.account !== null && provider.account.rate !== null
  return (
    <>
      <FormDrawer label="Replace key" title="Replace this key" variant="default">
        <ReplaceKeyForm team={slug} keyId={shown.id} form={service.form} replaceKey={replaceKeyAction} />
      </FormDrawer>
      {!tellsRate && (
        <FormDrawer label="Set limit" title="Set the limit of this key" variant="default" size="xs">
          <SetRateForm
            team={slug}
            keyId={shown.id}
            rate={shown.rate}
            plans={provider.plans}
            setKeyRate={setKeyRateAction}
          />
        </FormDrawer>
      )}
      <KeyMenu
        team={slug}
        row={{ ...shown, gatewayKeys: boundTo(shown.id) }}
        hasCheck={service.tellsKeys && elsewhere(shown.service) === null}
        checkKey={checkKeyAction}
        disableKey={disableKeyAction}
        enableKey={enableKeyAction}
        deleteKey={deleteKeyAction}
        reportLeak={reportLeakAction}
      />
    </>
  )
}
