import { createPostbackAddress, deletePostbackAddress, findPostbackAddress } from '../../../contract/shop/postbacks.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const postbackAddressQuery = (id: number) => ownerQuery(findPostbackAddress, { params: { id } })

export const useCreatePostbackAddress = () => useOwnerWrite(createPostbackAddress, { showsError: true })
export const useDeletePostbackAddress = () => useOwnerWrite(deletePostbackAddress, { showsError: true })
