/** Snapping options: a grid of a chosen size, and alignment with other points. */
import Grid3x3 from 'lucide-react/icons/grid-3x3';
import { GRIDS_M, type SnapRules } from '../../../machines/mapEditor/snap.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Menu } from '../../kit/Menu.tsx';

const OFF = 'off';

export function SnapMenu({
  snap,
  onChange,
}: {
  readonly snap: SnapRules;
  readonly onChange: (change: Partial<SnapRules>) => void;
}) {
  const t = useT();
  const grid = (metres: number): string => t('mapEditor.snap.grid', { metres });
  const what = snap.toGrid ? grid(snap.grid) : t(snap.toPoints ? 'mapEditor.snap.lines' : 'mapEditor.snap.off');
  return (
    <Menu
      trigger={
        <Button size="s" icon={Grid3x3} aria-label={t('mapEditor.snap.button', { what })}>
          {what}
        </Button>
      }
      entries={[
        {
          kind: 'choice',
          id: 'grid',
          label: t('mapEditor.snap.choose'),
          value: snap.toGrid ? String(snap.grid) : OFF,
          options: [
            { value: OFF, label: `${t('mapEditor.snap.choose')}: ${t('mapEditor.snap.off')}` },
            ...GRIDS_M.map((metres) => ({ value: String(metres), label: grid(metres) })),
          ],
          onChange: (value) => onChange(value === OFF ? { toGrid: false } : { toGrid: true, grid: Number(value) }),
        },
        { kind: 'line', id: 'line' },
        {
          kind: 'check',
          id: 'lines',
          label: t('mapEditor.snap.lines'),
          checked: snap.toPoints,
          onChange: (toPoints) => onChange({ toPoints }),
        },
      ]}
    />
  );
}
