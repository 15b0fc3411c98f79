/** What waits for the user on a page, as a number at its menu entry. */
import { useT } from '../hooks/useT.ts';

/** The accessible name of an entry with this number. It begins with the visible text. */
export function useCountedName(title: string, count: number): string {
  const t = useT();
  return count > 0 ? t('shell.menu.waiting', { title, count: shownCount(count) }) : title;
}

const MOST = 99;
const shownCount = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
type CountPlace = 'line' | 'corner' | 'bottomBar';
const PLACE: Record<CountPlace, string> = {
  line: 'ml-auto h-[18px] min-w-[18px] rounded-full bg-fill px-[5px] text-center text-[11px]/[18px] font-bold text-on-fill',
  corner:
    'absolute -top-0.5 -right-0.5 h-[15px] min-w-[15px] rounded-full bg-fill px-1 text-center text-[10px]/[15px] font-bold text-on-fill',
  bottomBar:
    'absolute top-0 left-1/2 ml-1 h-[15px] min-w-[15px] rounded-full bg-fill px-1 text-center text-[10px]/[15px] font-bold text-on-fill',
};

/** Not read aloud: the entry's name has the number. */
export function MenuCount({ count, place }: { readonly count: number; readonly place: CountPlace }) {
  return (
    count > 0 && (
      <>
        {/* The number is a word of its own in the visible text too, as in the entry's name. */}{' '}
        <b className={PLACE[place]} aria-hidden="true">
          {shownCount(count)}
        </b>
      </>
    )
  );
}
