import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { connect, defineElements } from 'flickd/elements'

const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
defineElements(connect('ws://127.0.0.1:7272/', { token }))

function Cards({ cards }) {
  const [index, setIndex] = useState(0)
  const listen = useCallback(element => element?.addEventListener('change', ({ detail }) => setIndex(detail.index)), [])
  const articles = cards.map((card, number) => <article key={card}>{card}{number === index && ' is in front'}</article>)
  return <flick-carousel axis="y" ref={listen}>{articles}</flick-carousel>
}
createRoot(document.getElementById('root')).render(<Cards cards={['One', 'Two', 'Three']} />)
