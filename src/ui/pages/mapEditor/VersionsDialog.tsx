/** Saved versions of the map: view, compare with the current one, restore. */
import { useSelector } from '@xstate/react';
import type { MapVersion } from '../../../../contract/entities/mapEdit.ts';
import {
  type MapEditorRef,
  selectIsRefused,
  selectIsSaving,
  selectIsWaiting,
  selectToVersion,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ChangeList } from './ChangeList.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useEditor } from './useEditor.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

export function VersionsDialog({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const time = (at: number): string => timeStamp(at, ownZone());
  const { map, versions, versionsTotal, looked, base, changed, failure } = useEditor(screen);
  const changes = useSelector(screen, selectToVersion);
  const waiting = useSelector(screen, selectIsWaiting);
  const busy = useSelector(screen, selectIsSaving);
  const refused = useSelector(screen, selectIsRefused);
  const close = (): void => screen.send({ type: 'versions.close' });
  const told = ({ at, by, summary }: MapVersion): string =>
    `${by ? t('mapEditor.versions.by', { at: time(at), name: by.name }) : t('mapEditor.versions.byNobody', { at: time(at) })} · ${t('mapEditor.versions.summary', { ...summary })}`;
  const revision = looked?.version.revision ?? 0;
  /** Another user saved this version after the draft's base was read. */
  const isAhead = revision > base.revision;
  return (
    <SidePanel
      onClose={close}
      title={t('mapEditor.versions.title', { map: map?.name ?? '' })}
      closeLabel={t('mapEditor.close')}
      foot={
        <>
          <Button onClick={close}>{t('mapEditor.close')}</Button>
          {looked && changes.length > 0 && !isAhead && (
            <Button
              variant="primary"
              busy={busy}
              disabledReason={changed > 0 ? t('mapEditor.versions.draftFirst') : undefined}
              onClick={() => screen.send({ type: 'version.restore' })}
            >
              {t('mapEditor.versions.restore', { revision })}
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <div className="map-editor-warn" role="alert">
          <b>{t('mapEditor.versions.failed')}</b>
          <p>{t.failure(failure)}</p>
        </div>
      )}
      {refused && (
        <div className="map-editor-warn" role="alert">
          <b>{t('mapEditor.versions.refused')}</b>
        </div>
      )}
      <ul className="map-editor-versions" aria-busy={waiting || undefined}>
        {versions.map((version) => (
          <li key={version.revision}>
            <p>
              <b>{t('mapEditor.versions.row', { revision: version.revision })}</b>
              {version.revision === base.revision && <em>{t('mapEditor.versions.now')}</em>}
              <span>{told(version)}</span>
            </p>
            <Button
              size="s"
              aria-pressed={version.revision === looked?.version.revision}
              onClick={() => screen.send({ type: 'version.look', revision: version.revision })}
            >
              {t('mapEditor.versions.look', { revision: version.revision })}
            </Button>
          </li>
        ))}
      </ul>
      {versions.length < versionsTotal && (
        <Button size="s" busy={waiting} onClick={() => screen.send({ type: 'versions.more' })}>
          {t('mapEditor.versions.more')}
        </Button>
      )}
      {looked && (
        <section className="map-editor-compare" aria-live="polite">
          <b>
            {changes.length === 0
              ? t('mapEditor.versions.same')
              : t(isAhead ? 'mapEditor.versions.ahead' : 'mapEditor.versions.compare', { revision })}
          </b>
          <ChangeList screen={screen} changes={changes} />
        </section>
      )}
    </SidePanel>
  );
}
