import { connect, defineElements } from '/flick/flick-elements.js'

const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionStorage.getItem('token') ?? ''
sessionStorage.setItem('token', token)
history.replaceState(null, '', location.pathname)
defineElements(connect(`ws://${location.host}/`, { token }))
