/** Preview of the changes before saving, with everything that blocks the save. */
import { useSelector } from '@xstate/react';
import { pointIn } from '../../../machines/mapEditor/draft.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import { type MapEditorRef, selectChanges, selectFaults } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ChangeList } from './ChangeList.tsx';
import { faultText } from './editorTexts.ts';
import { WARNING } from './panelClasses.ts';
import { SidePanel } from './SidePanel.tsx';
import { useEditor } from './useEditor.ts';

const MOST_FAULTS = 8;

export function SaveDialog({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const changes = useSelector(screen, selectChanges);
  const saving = useSelector(screen, selectIsSaving);
  const { all } = useSelector(screen, selectFaults);
  const { base, points, faults: found, uses, failure } = useEditor(screen);
  // Errors in untouched points do not block saving the others.
  const touched = new Set(changes.map(({ areaId }) => areaId));
  const faults = [...all.filter(({ areaId }) => touched.has(areaId)), ...found];
  const nameOf = (areaId: string): string => (pointIn(points, areaId) ?? pointIn(base.points, areaId))?.name ?? '';
  const breaking = uses.length > 0 && uses.every(({ kind }) => kind === 'route');
  const close = (): void => screen.send({ type: 'save.close' });
  return (
    <SidePanel
      onClose={close}
      title={t('mapEditor.save.title')}
      description={
        base.revision === 0 ? t('mapEditor.save.versionsFirst') : t('mapEditor.save.versions', { from: base.revision })
      }
      closeLabel={t('common.close')}
      foot={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={saving}
            disabledReason={faults.length > 0 ? t('mapEditor.faults', { count: faults.length }) : undefined}
            onClick={() => screen.send({ type: 'save.send', breakRoutes: breaking })}
          >
            {t(breaking ? 'mapEditor.save.sendBreaking' : 'shared.save')}
          </Button>
        </>
      }
    >
      {faults.length > 0 && (
        <div className={WARNING} role="alert">
          <b>{t('mapEditor.save.faults')}</b>
          <ul>
            {faults.slice(0, MOST_FAULTS).map((fault) => (
              <li key={`${fault.areaId} ${fault.field} ${fault.error}`}>
                {t('mapEditor.faultsFirst', { name: nameOf(fault.areaId), fault: faultText(t, fault, points) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {uses.length > 0 && (
        <div className={WARNING} role="alert">
          <b>{t('mapEditor.save.uses')}</b>
          <ul>
            {uses.map(({ areaId, kind, id, name }) => (
              <li key={`${areaId} ${id}`}>
                {kind === 'route' && t('mapEditor.save.useRoute', { route: name, point: nameOf(areaId) })}
                {kind === 'robot' && t('mapEditor.save.useRobot', { robot: name, point: nameOf(areaId) })}
                {kind === 'delivery' && t('mapEditor.save.useDelivery', { destination: name, point: nameOf(areaId) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure && (
        <div className={WARNING} role="alert">
          <b>{t.failure(failure)}</b>
          <p>{t('mapEditor.save.unanswered')}</p>
        </div>
      )}
      <ChangeList screen={screen} changes={changes} />
    </SidePanel>
  );
}
