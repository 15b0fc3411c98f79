/** Picks map points by name: the keyboard alternative to clicking the map. */
import { useSelector } from '@xstate/react';
import Search from 'lucide-react/icons/search';
import { useMemo } from 'react';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { placeOf } from '../../../machines/cruiseRoutes/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { PointAttributeIcon } from './PointAttributeIcon.tsx';

const MOST = 60;

export function PointPicker({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const { points, draft, keyword, replacing, insertAt } = useSelector(editor, selectRoute);
  const found = useMemo(() => {
    const wanted = keyword.trim().toLowerCase();
    const order = new Intl.Collator(undefined, { numeric: true });
    return points
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .sort((a, b) => order.compare(a.name, b.name));
  }, [points, keyword]);
  const numbersOf = (areaId: string): string =>
    draft.stops.flatMap((stop, at) => (stop.areaId === areaId ? [at + 1] : [])).join(', ');
  const title =
    replacing === null
      ? t('cruiseRoutes.picker.add')
      : t('cruiseRoutes.picker.replace', { number: placeOf(draft, replacing) + 1 });
  return (
    <section
      className="flex max-h-[46%] flex-none flex-col gap-1.5 border-b border-line bg-surface-2 px-3 py-2 max-desk:max-h-80"
      aria-label={title}
    >
      <div className="flex items-center justify-between text-13">
        <b>{title}</b>
        <Button size="s" variant="ghost" onClick={() => editor.send({ type: 'points.close' })}>
          {t('common.done')}
        </Button>
      </div>
      {replacing === null && insertAt !== null && (
        <p className="text-12 text-text-2">{t('cruiseRoutes.insertAt', { number: insertAt + 1 })}</p>
      )}
      <TextInput
        autoFocus
        size="s"
        type="search"
        icon={Search}
        value={keyword}
        aria-label={t('shared.searchPoints')}
        placeholder={t('shared.searchPoints')}
        onChange={(text) => editor.send({ type: 'points.search', keyword: text })}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first && !event.nativeEvent.isComposing)
            editor.send({ type: 'point.pick', areaId: first.areaId });
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          editor.send({ type: 'points.close' });
        }}
      />
      {found.length === 0 && (
        <p className="text-12 text-text-2">
          {t(points.length === 0 ? 'cruiseRoutes.picker.noPoints' : 'shared.noMatchingPoints')}
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-auto">
        {found.slice(0, MOST).map(({ areaId, name, attributes }) => {
          const numbers = numbersOf(areaId);
          return (
            <li key={areaId}>
              <button
                type="button"
                className="flex min-h-8 w-full items-center gap-2 rounded px-2 text-left text-13 text-text hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] max-desk:min-h-11"
                onClick={() => editor.send({ type: 'point.pick', areaId })}
              >
                <PointAttributeIcon attribute={attributes[0] ?? 'none'} size={15} />
                <span>{name}</span>
                {numbers && (
                  <em className="ml-auto text-12 text-text-2 not-italic">
                    {t('cruiseRoutes.picker.stopsAt', { numbers })}
                  </em>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {found.length > MOST && (
        <p className="text-12 text-text-2">{t('cruiseRoutes.picker.more', { count: found.length - MOST })}</p>
      )}
    </section>
  );
}
