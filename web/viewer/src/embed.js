/** The viewer inside another page (`?embed`): the view and its clock alone, and at work only while it is seen. */

export function setUpEmbed(transport) {
  const query = new URLSearchParams(location.search);
  if (!query.has('embed')) {
    return;
  }
  document.documentElement.classList.add('embed');
  query.delete('embed');
  const link = document.getElementById('whole');
  link.href = `?${query}`;
  link.hidden = false;
  // A page of many of these would run all of them at once.
  let wasPlaying = true;
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) {
      wasPlaying = transport.isPlaying;
    }
    transport.setPlaying(isIntersecting && wasPlaying);
  }).observe(document.getElementById('canvas'));
}
