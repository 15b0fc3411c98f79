/** Confirmation before a map is deleted: what is deleted with it, and robots that prevent it. */
import { useSelector } from '@xstate/react';
import { type MapsRef, selectIsWorking, selectMaps } from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';

export function DeleteQuestion({ screen }: { readonly screen: MapsRef }) {
  const t = useT();
  const { chosen, belongings } = useSelector(screen, selectMaps);
  const working = useSelector(screen, selectIsWorking);
  if (!chosen || !belongings) return null;
  const { points, versions, routes, robots, underWay, deliveries } = belongings;
  const named = (names: readonly string[]): string => names.join(t('shared.listSeparator'));
  // A place can get several deliveries.
  const places = named([...new Set(deliveries)]);
  const obstacles = [
    underWay.length > 0 && t('maps.delete.underWay', { robots: named(underWay) }),
    deliveries.length > 0 && t('maps.delete.deliveries', { deliveries: places }),
  ].filter((obstacle) => obstacle !== false);
  return (
    <ConfirmDialog
      open
      danger
      busy={working}
      title={t('maps.delete.title', { name: chosen.name })}
      text={t('maps.delete.text')}
      confirmLabel={t('shared.deleteName', { name: chosen.name })}
      cancelLabel={t('common.cancel')}
      disabledReason={obstacles[0]}
      onConfirm={() => screen.send({ type: 'delete.yes' })}
      onCancel={() => screen.send({ type: 'delete.no' })}
    >
      <ul className="list-disc pl-5 text-13">
        <li>{t('shared.pointCount', { count: points })}</li>
        <li>{t('maps.delete.versions', { count: versions })}</li>
        {routes.length > 0 && <li>{t('maps.delete.routes', { routes: named(routes) })}</li>}
        {robots.length > 0 && <li>{t('maps.delete.robots', { robots: named(robots) })}</li>}
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
