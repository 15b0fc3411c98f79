/**
 * Keys that open a wall board or a robot's screen without an account, and apps that call the API in place of a person.
 */
import { useSelector } from '@xstate/react';
import Blocks from 'lucide-react/icons/blocks';
import KeyRound from 'lucide-react/icons/key-round';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import type { IntegratorApp } from '../../../../contract/entities/integratorApp.ts';
import type { WallKey } from '../../../../contract/entities/wallKey.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectLeaving, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { newKey } from '../../../machines/keys/keyForm.machine.ts';
import { type KeysRef, selectKeys } from '../../../machines/keys/keys.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { RowBlock, RowBlocks } from '../../kit/RowBlocks.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { RevealedSecretDialog } from './RevealedSecretDialog.tsx';

export function KeysPage({ screen }: { readonly screen: KeysRef }) {
  const t = useT();
  const edit = (what: 'key' | 'app') => (): void => screen.send({ type: 'record.edit', fields: newKey(what) });
  return (
    <ListPage
      title={t('routes.keys')}
      facts={t('keys.about')}
      actions={
        <Button icon={Blocks} onClick={edit('app')}>
          {t('keys.newApp')}
        </Button>
      }
      primary={{ label: t('keys.newKey'), icon: KeyRound, onPress: edit('key') }}
      dialogs={
        <>
          <KeyDialog screen={screen} />
          <Question question={useSelector(screen, selectQuestion)} />
          <Question question={useSelector(screen, selectLeaving)} cancelLabel={t('shared.leaveRevealed.stay')} />
          <RevealedSecretDialog screen={screen} />
        </>
      }
    >
      <Lists screen={screen} />
    </ListPage>
  );
}

function Lists({ screen }: { readonly screen: KeysRef }) {
  const t = useT();
  const { rows: keys, apps, failure } = useSelector(screen, selectKeys);
  const loading = useSelector(screen, selectIsReading);
  const failureTexts = useListFailure();
  if (failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'keys.failed')}
        busy={loading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    );
  if (loading && keys.length + apps.length === 0)
    return (
      <div className="card">
        <SkeletonBlocks shape="table" count={6} label={t('keys.loading')} />
      </div>
    );
  return (
    <>
      <Card clip className="flex-none" title={t('shared.apiKeys')} note={String(keys.length)}>
        {keys.length === 0 ? (
          <StatePanel state="empty" art="security" title={t('keys.noKeys')} text={t('keys.noKeysText')} />
        ) : (
          <RowBlocks>
            {keys.map((key) => (
              <KeyRow key={key.id} screen={screen} wallKey={key} />
            ))}
          </RowBlocks>
        )}
      </Card>
      <Card clip className="flex-none" title={t('shared.apps')} note={String(apps.length)}>
        {apps.length === 0 ? (
          <StatePanel state="empty" art="reception" title={t('keys.noApps')} text={t('keys.noAppsText')} />
        ) : (
          <RowBlocks>
            {apps.map((app) => (
              <AppRow key={app.appId} screen={screen} app={app} />
            ))}
          </RowBlocks>
        )}
      </Card>
    </>
  );
}

function KeyRow({
  screen,
  wallKey: { id, name, kind, serialNumber, robotNickName, createdBy, createdAt, lastUsedAt, revokedAt },
}: {
  readonly screen: KeysRef;
  readonly wallKey: WallKey;
}) {
  const t = useT();
  const opens =
    kind === 'board' ? t('keys.kind.board') : t('keys.screenOf', { robot: robotNickName || (serialNumber ?? '') });
  return (
    <RowBlock
      title={name}
      gone={revokedAt !== null}
      lines={[
        opens,
        t('keys.made', { name: createdBy, at: stamp(createdAt) }),
        revokedAt !== null
          ? t('keys.revokedAt', { at: stamp(revokedAt) })
          : lastUsedAt === null
            ? t('keys.unused')
            : t('keys.used', { at: stamp(lastUsedAt) }),
      ]}
      acts={
        revokedAt === null && (
          <IconButton
            size="s"
            icon={X}
            label={t('keys.revoke', { name })}
            onClick={() => screen.send({ type: 'record.act', task: { act: 'revokeKey', id, name } })}
          />
        )
      }
    />
  );
}

function AppRow({
  screen,
  app: { appId, name, role, robots, createdBy, createdAt, lastUsedAt, lockedAt, revokedAt },
}: {
  readonly screen: KeysRef;
  readonly app: IntegratorApp;
}) {
  const t = useT();
  const act = (wanted: 'renewSecret' | 'revokeApp') => (): void =>
    screen.send({ type: 'record.act', task: { act: wanted, id: appId, name } });
  const state =
    revokedAt !== null
      ? t('keys.revokedAt', { at: stamp(revokedAt) })
      : lockedAt !== null
        ? t('keys.lockedAt', { at: stamp(lockedAt) })
        : lastUsedAt === null
          ? t('keys.unused')
          : t('keys.used', { at: stamp(lastUsedAt) });
  return (
    <RowBlock
      title={name}
      gone={revokedAt !== null}
      lines={[
        t('keys.appLine', { appId, role: t(ROLE[role]), robots: t('shared.robotCount', { count: robots }) }),
        t('keys.made', { name: createdBy, at: stamp(createdAt) }),
        state,
      ]}
      acts={
        revokedAt === null && (
          <>
            <IconButton size="s" icon={RefreshCw} label={t('keys.renew', { name })} onClick={act('renewSecret')} />
            <IconButton size="s" icon={X} label={t('keys.revoke', { name })} onClick={act('revokeApp')} />
          </>
        )
      }
    />
  );
}
const ROLE = { viewer: 'common.viewer', operator: 'common.operator' } as const;
const stamp = (at: number): string => timeStamp(at, ownZone());
